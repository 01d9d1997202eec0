import { expect, test } from 'vitest';
import {
  type Described,
  describeNext,
  next,
  type OrderFacts,
} from '../../../api/modules/orders/next-rules.ts';
import type { PaymentStatus, ShownStatus } from '../../../api/modules/orders/rules.ts';

const NOW = new Date('2026-06-01T10:00:00.000Z');
const DELIVERY = '2026-06-08T10:00:00.000Z';
const LATER = '2026-06-15T10:00:00.000Z';
const day = (iso: string) => iso.slice(0, 10);

const facts = (given: Partial<OrderFacts> & { status: ShownStatus }): OrderFacts => ({
  isQuoted: false,
  deliveryDate: DELIVERY,
  completesAt: null,
  hasRequirements: false,
  isClosed: false,
  isPaidForFiles: false,
  isQuestioned: false,
  due: null,
  proposedBy: [],
  waits: null,
  hasPendingRevision: false,
  respondBy: null,
  owesRefund: false,
  ...given,
});
const DUE = { payBy: null };
const WAIT = { reason: 'Your logo', from: '2026-05-29T10:00:00.000Z', to: null, days: 2 };

test.each<[string, Partial<OrderFacts> & { status: ShownStatus }, string | null, string | null]>([
  ['an unpaid order', { status: 'Awaiting payment', due: DUE }, 'buyer', 'pay'],
  ['a lapsed quote', { status: 'Lapsed' }, null, null],
  ['a paid order without requirements', { status: 'In Progress' }, 'buyer', 'sendRequirements'],
  ['one with requirements', { status: 'In Progress', hasRequirements: true }, 'owner', 'start'],
  ['an accepted order', { status: 'Accepted' }, 'owner', 'deliver'],
  [
    'an accepted order whose requirements are missing',
    { status: 'Accepted', waits: { ...WAIT, reason: null } },
    'buyer',
    'sendRequirements',
  ],
  ['one that waits for a logo', { status: 'Accepted', waits: WAIT }, 'buyer', 'sendAnswer'],
  ['one with a rest to pay', { status: 'Accepted', due: DUE }, 'owner', 'deliver'],
  ['a delivery', { status: 'Delivered', completesAt: LATER }, 'buyer', 'acceptDelivery'],
  [
    'a delivery with a revision request',
    { status: 'Delivered', hasPendingRevision: true },
    'owner',
    'answerRevision',
  ],
  [
    'an accepted order with a proposal of the owner',
    { status: 'Accepted', proposedBy: ['owner'] },
    'buyer',
    'answerProposal',
  ],
  [
    'an accepted order with a request of the buyer',
    { status: 'Accepted', proposedBy: ['buyer'] },
    'owner',
    'answerProposal',
  ],
  ['a completed order', { status: 'Completed' }, null, null],
  [
    'files that wait for a certificate',
    { status: 'Delivered', isClosed: true, isPaidForFiles: true, due: DUE },
    'owner',
    'openFiles',
  ],
  ['closed files', { status: 'Delivered', isClosed: true, due: DUE }, 'buyer', 'payToOpen'],
  ['a completed order with a rest to pay', { status: 'Completed', due: DUE }, 'buyer', 'payRest'],
  ['a dispute', { status: 'Completed', respondBy: LATER }, 'owner', 'answerBank'],
  ['a declined order', { status: 'Rejected' }, null, null],
])('whose turn it is with %s', (_, given, turn, step) => {
  expect(next(facts(given))).toMatchObject({ turn, step });
});

test('the deadline is that of the step', () => {
  const by = (given: Partial<OrderFacts> & { status: ShownStatus }) => next(facts(given)).by;
  expect(by({ status: 'Accepted' })).toBe(DELIVERY);
  expect(by({ status: 'Delivered', completesAt: LATER })).toBe(LATER);
  expect(by({ status: 'Awaiting payment', due: { payBy: LATER } })).toBe(LATER);
  expect(by({ status: 'Accepted', respondBy: LATER })).toBe(LATER);
});

test('each side can do what does not wait for the other', () => {
  const actions = (given: Partial<OrderFacts> & { status: ShownStatus }) =>
    next(facts(given)).actions;
  expect(actions({ status: 'In Progress' })).toEqual({
    buyer: ['sendRequirements'],
    owner: ['start'],
  });
  expect(actions({ status: 'In Progress', isQuoted: true }).owner).toEqual(['start', 'deliver']);
  expect(actions({ status: 'Accepted', due: DUE }).buyer).toEqual(['payRest']);
  expect(actions({ status: 'Delivered', hasPendingRevision: true }).buyer).toEqual([
    'acceptDelivery',
  ]);
  expect(actions({ status: 'Awaiting payment', due: DUE }).buyer).toEqual(['pay']);
  expect(actions({ status: 'Rejected' })).toEqual({ buyer: [], owner: [] });
});

function described(given: Partial<OrderFacts> & { status: ShownStatus }, more: object = {}) {
  const all = facts(given);
  const order: Described = {
    next: next(all),
    orderStatus: all.status,
    deliveryDate: all.deliveryDate,
    isQuoted: all.isQuoted,
    paymentInfo: {
      paymentStatus: 'Paid' as PaymentStatus,
      currency: 'INR',
      ...{ dueAmount: 0, totalAmount: 100, paidAmount: 100, refundedAmount: 0, lostAmount: 0 },
      ...more,
    },
  };
  return {
    buyer: describeNext(order, 'buyer', { day, now: NOW }),
    owner: describeNext(order, 'owner', { day, now: NOW }),
  };
}

test('an open rest is named while the owner works', () => {
  const { buyer } = described(
    { status: 'Accepted', due: DUE },
    { dueAmount: 7500, totalAmount: 15000, paidAmount: 7500 },
  );
  expect(buyer.note).toBe('Delivery is planned for 2026-06-08. ₹7,500 is still to pay.');
});

test('a delivery date that has passed is not promised again', () => {
  const { buyer, owner } = described({
    status: 'Accepted',
    deliveryDate: '2026-05-30T10:00:00.000Z',
  });
  expect(buyer.note).toBe(
    'The delivery was planned for 2026-05-30. Ask in the chat how far it is.',
  );
  expect(owner.note).toBe('The delivery was planned for 2026-05-30.');
});

test('a delivery says when it completes without an answer', () => {
  const { buyer } = described({ status: 'Delivered', completesAt: LATER });
  expect(buyer).toEqual({
    title: 'Accept the delivery or ask for a change',
    note: 'Completes automatically on 2026-06-15.',
  });
});

test('after an accepted quote the owner starts the work instead of accepting the order', () => {
  const given = { status: 'In Progress', hasRequirements: true } as const;
  expect(described(given).owner.title).toBe('Accept the order');
  expect(described({ ...given, isQuoted: true }).owner.title).toBe('Start work');
});

test('a closed order says what is refunded', () => {
  const { buyer } = described({ status: 'Cancelled' }, { refundedAmount: 50, lostAmount: 0 });
  expect(buyer).toEqual({ title: 'The order was cancelled', note: '₹50 is refunded to you.' });
});

test('a closed order whose refund was refused does not say that it is refunded', () => {
  const { buyer } = described({ status: 'Cancelled' }, { owedAmount: 50 });
  expect(buyer.note).toBe('₹50 could not be refunded yet: the seller knows and sends it.');
});

test('both sides answer when each has proposed something', () => {
  const { turn, actions } = next(facts({ status: 'Accepted', proposedBy: ['buyer', 'owner'] }));
  expect(turn, 'the newest is answered first').toBe('owner');
  expect(actions).toEqual({ buyer: ['answerProposal'], owner: ['answerProposal', 'deliver'] });
});

test('the one who waits for an answer to a proposal is not asked for it', () => {
  const { buyer, owner } = described({ status: 'Accepted', proposedBy: ['buyer'] });
  expect(buyer.title).toBe('Your request waits for an answer');
  expect(owner.title).toBe('Answer the request');
});
