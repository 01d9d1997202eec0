import { expect, test } from 'vitest';
import {
  changeTitle,
  countAgreedInstalments,
  instalmentName,
  instalmentOfReceipt,
  nextInstalment,
  receiptOfInstalment,
} from '../../../api/modules/payments/instalment-rules.ts';
import fc from '../../support/fast-check.ts';

test.each([
  [{ number: 1, title: 'Full payment', of: 1 }, 'Full payment'],
  [{ number: 1, title: '', of: 1 }, 'Full payment'],
  [{ number: 1, title: 'The whole site', of: 1 }, 'The whole site'],
  [{ number: 2, title: 'Milestone 2', of: 2 }, 'Milestone 2 of 2'],
  [{ number: 2, title: 'Milestone 1', of: 2 }, 'Part 2 of 2: Milestone 1'],
  [{ number: 2, title: 'Design', of: 3 }, 'Part 2 of 3: Design'],
  [{ number: 2, title: '', of: 3 }, 'Part 2 of 3'],
  [{ number: 1, title: 'Full payment', of: 2 }, 'Part 1 of 2'],
  [{ number: 3, title: changeTitle(12), of: 2 }, 'Change 12'],
  [{ number: 2, title: 'Change 1 colour', of: 2 }, 'Part 2 of 2: Change 1 colour'],
  [{ number: 2, title: 'A Change 1', of: 2 }, 'Part 2 of 2: A Change 1'],
])('people read %o as %s', (instalment, name) => {
  expect(instalmentName(instalment)).toBe(name);
});

test('instalments of changes are none of those agreed on', () => {
  const agreed = { change_id: null };
  expect(countAgreedInstalments([agreed, { change_id: 'c1' }, agreed])).toBe(2);
});

interface Instalment {
  number: number;
  pay_by: string | null;
  payment_id: string | null;
  waived_at: string | null;
}
const instalment = (number: number, changes: Partial<Instalment> = {}): Instalment => ({
  number,
  pay_by: null,
  payment_id: null,
  waived_at: null,
  ...changes,
});
const DAY_ONE = '2026-11-01T00:00:00.000Z';
const DAY_TWO = '2026-11-02T00:00:00.000Z';
const PAID = { payment_id: 'pay_1' };
const WAIVED = { waived_at: DAY_ONE };

test.each<[string, Instalment[], number | undefined]>([
  ['the first begins the order', [instalment(2, { pay_by: DAY_ONE }), instalment(1)], 1],
  [
    'then the earliest day',
    [instalment(1, PAID), instalment(2, { pay_by: DAY_TWO }), instalment(3, { pay_by: DAY_ONE })],
    3,
  ],
  [
    'a day comes before no day',
    [instalment(1, PAID), instalment(2), instalment(3, { pay_by: DAY_TWO })],
    3,
  ],
  ['then the smallest number', [instalment(1, PAID), instalment(10), instalment(9)], 9],
  ['what was waived is not paid', [instalment(1, PAID), instalment(2, WAIVED), instalment(3)], 3],
  ['the first one has lapsed', [instalment(1, WAIVED), instalment(2)], undefined],
  ['nothing is left', [instalment(1, PAID), instalment(2, WAIVED)], undefined],
])('the instalment that is paid next: %s', (_, instalments, number) => {
  expect(nextInstalment(instalments)?.number).toBe(number);
  expect(nextInstalment(instalments.toReversed())?.number).toBe(number);
});

test('the receipt of a part at the provider names the part and what is deducted, in 40 characters', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 100_000_000_00 }), (id, tax_deducted) => {
      const receipt = receiptOfInstalment({ id, tax_deducted });
      expect(receipt.length).toBeLessThanOrEqual(40);
      expect(instalmentOfReceipt(receipt)).toBe(id);
      expect(receiptOfInstalment({ id, tax_deducted: tax_deducted + 100 })).not.toBe(receipt);
    }),
  );
});
