import { expect, test } from 'vitest';
import { isAbroad } from '../../../api/modules/billing/countries.ts';
import { supplyOf, taxIn } from '../../../api/modules/billing/tax-rules.ts';
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
  ['India', false],
  ['Inda', false],
  ['', false],
])('the country %j is abroad: %s', (typed, is) => expect(isAbroad(typed)).toBe(is));

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
