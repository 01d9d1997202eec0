import { expect, test } from 'vitest';
import {
  AGREEMENT_TEXTS,
  agreedInstalmentsOf,
  agreementTerms,
  instalmentAmounts,
  shortHash,
} from '../../../api/modules/orders/agreements/rules.ts';
import { CANCELLATION_TERMS } from '../../../api/modules/orders/cancellation/rules.ts';
import { MIN_PAISE } from '../../../api/platform/money/rules.ts';
import fc from '../../support/fast-check.ts';

const isSplitFairly = (total: number): boolean => {
  const [first = 0, second = 0, ...more] = instalmentAmounts(total, 'Milestone');
  return (
    first + second === total &&
    first >= second &&
    first - second <= 1 &&
    second >= MIN_PAISE &&
    Number.isInteger(first) &&
    more.length === 0
  );
};

test('two instalments are halves to the paisa, and none is below one rupee', () => {
  for (let total = 200; total <= 2_000; total++)
    expect(isSplitFairly(total), String(total)).toBe(true);
  fc.assert(fc.property(fc.integer({ min: 200, max: 2 ** 40 }), isSplitFairly), {
    numRuns: 10_000,
  });
});

test('a package is paid at once, or half when accepting and half when delivered', () => {
  expect(agreedInstalmentsOf(501, 'Full')).toEqual([
    { title: 'Full payment', amount: 501, due: 'accepting', payBy: null },
  ]);
  expect(agreedInstalmentsOf(501, 'Milestone')).toEqual([
    { title: 'Milestone 1', amount: 251, due: 'accepting', payBy: null },
    { title: 'Milestone 2', amount: 250, due: 'delivery', payBy: null },
  ]);
});

const TERMS = {
  currency: 'INR' as const,
  title: 'A website',
  scope: [{ name: 'Five pages', details: [], quantity: 1, amount: null }],
  total: 501,
  parts: agreedInstalmentsOf(501, 'Full'),
  deliveryDays: 5,
  revisions: 2,
};

test('an agreement has the cancellation terms and the texts of today', () => {
  expect(agreementTerms(TERMS)).toEqual({
    version: 1,
    ...TERMS,
    cancellation: CANCELLATION_TERMS,
    texts: { acceptance: AGREEMENT_TEXTS.acceptance.version },
  });
});

test('an agreement keeps cancellation terms of its own', () => {
  const cancellation = { ...CANCELLATION_TERMS, accepted: 25 };
  expect(agreementTerms({ ...TERMS, cancellation }).cancellation).toEqual(cancellation);
});

test('people compare agreements by the first eight characters of a hash', () => {
  expect(shortHash('0123456789abcdef')).toBe('01234567');
});
