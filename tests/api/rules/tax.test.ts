import { expect, test } from 'vitest';
import { taxIn } from '../../../api/modules/billing/tax-rules.ts';
import fc from '../../support/fast-check.ts';

/** In Maharashtra, whose code is 27; an invented number. */
const SELLER = { gstin: '27AAPFU0939F1ZV' };

test('within the seller’s state the tax in a price is two equal halves', () => {
  expect(taxIn(11_800, SELLER, '27')).toEqual({
    taxable: 10_000,
    lines: [
      { name: 'CGST', rate: 9, amount: 900 },
      { name: 'SGST', rate: 9, amount: 900 },
    ],
  });
});

test('in another state than the seller’s, and in an unknown one, the tax in a price is one amount', () => {
  for (const state of ['29', null]) {
    expect(taxIn(11_800, SELLER, state)).toEqual({
      taxable: 10_000,
      lines: [{ name: 'IGST', rate: 18, amount: 1_800 }],
    });
  }
});

test('a seller without a GST number charges none', () => {
  expect(taxIn(11_800, { gstin: null }, '27')).toEqual({ taxable: 11_800, lines: [] });
});

test('the tax of any price is exact to a paisa and adds up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1e9 }), (amount) => {
      for (const state of ['27', '29', null]) {
        const { taxable, lines } = taxIn(amount, SELLER, state);
        const tax = lines.reduce((sum, line) => sum + line.amount, 0);
        expect(taxable + tax).toBe(amount);
        expect(Math.abs(tax - (amount * 18) / 118)).toBeLessThanOrEqual(1);
      }
      const [central, own] = taxIn(amount, SELLER, '27').lines;
      expect(central?.amount).toBe(own?.amount);
    }),
  );
});
