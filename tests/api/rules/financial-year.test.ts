import { expect, test } from 'vitest';
import { financialYear } from '../../../api/modules/billing/financial-year.ts';

test.each([
  ['2027-03-31T18:29:59.999Z', '2026-27'],
  ['2027-03-31T18:30:00.000Z', '2027-28'],
  ['2026-12-31T23:59:59.000Z', '2026-27'],
  ['2099-12-01T00:00:00.000Z', '2099-00'],
])('%s is in the financial year %s, which starts on the first of April in India', (at, year) => {
  expect(financialYear(at)).toBe(year);
});

test('the year starts in the time zone of the seller', () => {
  expect(financialYear('2027-03-31T18:30:00.000Z', 'Europe/Berlin')).toBe('2026-27');
  expect(financialYear('2027-03-31T22:00:00.000Z', 'Europe/Berlin')).toBe('2027-28');
});
