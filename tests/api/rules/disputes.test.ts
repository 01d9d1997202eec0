import { expect, test } from 'vitest';
import {
  DEDUCTED,
  type DisputeStatus,
  isUndecided,
  mayBecome,
  reasonText,
  reminderFor,
  timeLeft,
} from '../../../api/modules/payments/disputes/rules.ts';
import { DAY } from '../../../api/platform/clock.ts';

const STATUSES: DisputeStatus[] = ['open', 'under_review', 'won', 'lost', 'closed'];

test('the bank has to decide open disputes, and keeps the money of lost and closed ones', () => {
  expect(STATUSES.filter(isUndecided)).toEqual(['open', 'under_review']);
  expect(DEDUCTED).toEqual(['lost', 'closed']);
});

const chargeback = (status: DisputeStatus) => ({ status, phase: 'chargeback' });

test('an undecided dispute may become anything', () => {
  for (const said of STATUSES) {
    expect(mayBecome(chargeback('open'), chargeback(said))).toBe(true);
    expect(mayBecome(chargeback('under_review'), { status: said, phase: 'fraud' })).toBe(true);
  }
});

test('a decided dispute stays so while its phase is the same', () => {
  const may = STATUSES.filter((said) => mayBecome(chargeback('won'), chargeback(said)));
  expect(may).toEqual(['won']);
});

const PHASES = ['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration'];

test.each([...PHASES.entries()])(
  'a dispute that was decided in phase %i, %s, is changed by a later phase only',
  (at, phase) => {
    const decided = { status: 'won', phase } as const;
    const may = (status: DisputeStatus) =>
      PHASES.filter((said) => mayBecome(decided, { status, phase: said }));
    expect(may('open')).toEqual(PHASES.slice(at + 1));
    expect(may('won'), 'the same again').toEqual(PHASES.slice(at));
  },
);

const RESPOND_BY = '2026-11-22T10:00:00.000Z';
const before = (ms: number) => new Date(Date.parse(RESPOND_BY) - ms);

test.each([
  ['eight days', 8 * DAY, null],
  ['a moment more than seven days', 7 * DAY + 1, null],
  ['seven days', 7 * DAY, 7],
  ['a moment more than three days', 3 * DAY + 1, 7],
  ['three days', 3 * DAY, 3],
  ['one day', DAY, 1],
  ['no time', 0, 1],
  ['less than no time', -1, null],
])('with %s left the owner gets the reminder that is due', (_, left, reminder) => {
  expect(reminderFor(RESPOND_BY, before(left))).toBe(reminder);
});

test.each([
  [6 * DAY, '6 days'],
  [1.4 * DAY, '1 day'],
  [0.4 * DAY, 'less than a day'],
  [0, 'less than a day'],
  [-1, 'the deadline has passed'],
])('%i ms before the deadline it is %s', (left, text) => {
  expect(timeLeft(RESPOND_BY, before(left))).toBe(text);
});

test.each([
  ['goods_or_services_not_received', 'Goods or services not received'],
  [' fraud ', 'Fraud'],
  ['__', 'No reason given'],
  ['', 'No reason given'],
])('the bank’s code %j reads: %s', (code, text) => expect(reasonText(code)).toBe(text));
