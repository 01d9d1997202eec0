import { expect, test } from 'vitest';
import {
  addTaxes,
  declareBy,
  deductedShare,
  deductionRules,
  grossOf,
  type Supply,
  supplyOf,
  type Tax,
  taxIn,
  taxOfRefund,
  taxToDeduct,
} from '../../../api/modules/billing/tax-rules.ts';
import { COUNTRY_NAMES, isAbroad } from '../../../api/modules/orders/country-rules.ts';
import fc from '../../support/fast-check.ts';

/** In Maharashtra, whose code is 27; an invented number. */
const SELLER = { gstin: '27AAPFU0939F1ZV' };

const AT_HOME = { stateCode: '27', isAbroad: false, isInSez: false };
const NOW = { day: '2026-11-23', lut: null, isExport: null };

const supplyTo = (stateCode: string | null) => supplyOf(SELLER, { ...AT_HOME, stateCode }, NOW);

test.each([
  ['in the state', {}, {}, 'home'],
  ['in another state', { stateCode: '29' }, {}, 'interstate'],
  ['in an unknown state', { stateCode: null }, {}, 'interstate'],
  ['abroad', { stateCode: null, isAbroad: true }, {}, 'export'],
  ['abroad with a letter', { stateCode: null, isAbroad: true }, { lut: 'AD1' }, 'export under AD1'],
  ['abroad, decided', { stateCode: null, isAbroad: true }, { isExport: false }, 'interstate'],
  ['in an unknown country, decided', { stateCode: null }, { isExport: true }, 'export'],
  ['in a zone of the state', { isInSez: true }, {}, 'sez'],
  ['in a zone with a letter', { isInSez: true }, { lut: 'AD1' }, 'sez under AD1'],
  ['in a zone, decided', { isInSez: true }, { isExport: false, lut: 'AD1' }, 'interstate'],
])('a buyer %s', (_, buyer, more, expected) => {
  const supply = supplyOf(SELLER, { ...AT_HOME, ...buyer }, { ...NOW, ...more });
  expect([supply?.kind, supply?.lut].filter(Boolean).join(' under ')).toBe(expected);
  const { taxable, lines, zeroRated } = taxIn(11_800, supply);
  expect(taxable + lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(11_800);
  expect(zeroRated, 'what carries no tax stays the seller’s').toBe(
    supply?.lut ? 11_800 : undefined,
  );
});

test.each([
  ['United States', true],
  ['the Netherlands', true],
  ['usa', true],
  ['DE', true],
  ['Côte d’Ivoire', true],
  ['UK', true],
  ['India', false],
  ['Inda', false],
  ['', false],
])('the country %j is abroad: %s', (typed, is) => expect(isAbroad(typed)).toBe(is));

test('the list of countries has India first and each of 249 once, all known', () => {
  const [first, ...others] = COUNTRY_NAMES;
  expect([first, new Set(others).size]).toEqual(['India', 248]);
  expect(others.filter((name) => !isAbroad(name))).toEqual([]);
});

test('within the seller’s state the tax in a price is two equal halves', () => {
  expect(taxIn(11_800, supplyTo('27'))).toEqual({
    taxable: 10_000,
    lines: [
      { name: 'CGST', rate: 9, amount: 900 },
      { name: 'SGST', rate: 9, amount: 900 },
    ],
  });
});

test('in another state than the seller’s, and in an unknown one, the tax in a price is one amount', () => {
  for (const state of ['29', null]) {
    expect(taxIn(11_800, supplyTo(state))).toEqual({
      taxable: 10_000,
      lines: [{ name: 'IGST', rate: 18, amount: 1_800 }],
    });
  }
});

test('a seller without a GST number charges none', () => {
  expect(taxIn(11_800, supplyOf({ gstin: null }, AT_HOME, NOW))).toEqual({
    taxable: 11_800,
    lines: [],
  });
});

test('the tax of any price is exact to a paisa and adds up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1e9 }), (amount) => {
      for (const state of ['27', '29', null]) {
        const { taxable, lines } = taxIn(amount, supplyTo(state));
        const tax = lines.reduce((sum, line) => sum + line.amount, 0);
        expect(taxable + tax).toBe(amount);
        expect(Math.abs(tax - (amount * 18) / 118)).toBeLessThanOrEqual(1);
      }
      const [central, own] = taxIn(amount, supplyTo('27')).lines;
      expect(central?.amount).toBe(own?.amount);
    }),
  );
});

test('a deduction is its percentage of the amount without GST, in whole rupees, and leaves at least a rupee to pay', () => {
  const supplies = fc.constantFrom(null, supplyTo('27'), supplyTo('29'));
  const days = fc.constantFrom('2020-04-01', '2026-03-31', '2026-04-01', '2030-01-01');
  const amounts = fc.integer({ min: 100, max: 100_000_000_00 });
  fc.assert(
    fc.property(amounts, supplies, days, (amount, supply, day) => {
      for (const { percent } of Object.values(deductionRules(day))) {
        const { base, deducted } = taxToDeduct(amount, supply, percent);
        expect(base, 'never of GST').toBe(taxIn(amount, supply).taxable);
        expect(deducted % 100).toBe(0);
        expect(Math.abs(deducted - (base * percent) / 100)).toBeLessThanOrEqual(50);
        expect(deducted).toBeGreaterThanOrEqual(0);
        expect(amount - deducted).toBeGreaterThanOrEqual(100);
      }
    }),
  );
  expect(taxToDeduct(11_800_00, supplyTo('29'), 10)).toEqual({
    base: 10_000_00,
    deducted: 1_000_00,
  });
  expect(taxToDeduct(11_800_00, null, 10)).toEqual({ base: 11_800_00, deducted: 1_180_00 });
});

test('whatever the steps of a refund are, its papers undo all that was deducted, and never more', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 10_000_00 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 10_000_00 }), (refunds, deducted) => {
      const received = refunds.reduce((sum, each) => sum + each);
      let before = 0;
      let refunded = 0;
      for (const refund of refunds) {
        refunded += refund;
        const undone = deductedShare({ received, deducted }, refunded);
        expect(undone).toBeGreaterThanOrEqual(before);
        expect(undone).toBeLessThanOrEqual(deducted);
        before = undone;
      }
      expect(before).toBe(deducted);
    }),
  );
});

test('from April 2026 the sections are those of the Act of 2025', () => {
  const sections = (day: string) => Object.values(deductionRules(day)).map((rule) => rule.section);
  expect(sections('2026-03-31')).toContain('Section 194J');
  expect(sections('2026-04-01').every((section) => section.startsWith('Section 393(1)'))).toBe(
    true,
  );
});

test('however a payment is refunded in parts, each column of their papers adds up to its receipt’s', () => {
  const supplies = fc.constantFrom<Supply | null>(
    ...[null, supplyTo('27'), supplyTo('29')],
    { kind: 'export', lut: 'AD1', rate: 18 },
    { kind: 'export', rate: 18 },
  );
  const cuts = fc.array(fc.integer({ min: 100, max: 700_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(cuts, supplies, (parts, supply) => {
      const said: Tax[] = [];
      let amount = 0;
      for (const part of parts) {
        said.push(taxOfRefund(part, { amount, said }, supply));
        amount += part;
        const tax = said.at(-1);
        expect(tax && grossOf(tax)).toBe(part);
        expect(tax?.lines.every((line) => line.amount >= 0)).toBe(true);
      }
      const receipt = taxIn(amount, supply);
      expect(addTaxes(amount, { charged: said, back: [] })).toEqual(receipt);
      expect(said.reduce((sum, { taxable }) => sum + taxable, 0)).toBe(receipt.taxable);
    }),
  );
});

test('the last refund makes good what earlier papers have rounded by themselves', () => {
  const halves = taxIn(749_950, supplyTo('27'));
  const last = taxOfRefund(749_950, { amount: 749_950, said: [halves] }, supplyTo('27'));
  expect([halves, last].map(({ lines }) => lines[0]?.amount)).toEqual([57_200, 57_199]);
});

test.each([
  ['2026-10', '2026-11-30'],
  ['2026-11', '2026-12-30'],
  ['2026-12', '2027-01-30'],
  ['2027-01', '2027-03-02'],
  ['2028-01', '2028-03-01'],
])('the exports of %s are declared by %s', (month, day) => expect(declareBy(month)).toBe(day));
