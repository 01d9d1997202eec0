import type { Db } from '../../../db/database.ts';
import { longDate } from '../../platform/dates.ts';
import type { Subscriber } from '../../platform/events.ts';
import { addOrderEvent, addToTimeline } from '../orders/timeline.ts';
import type { OrderDispute } from './disputes/events.ts';
import type {
  CapturedPayment,
  CompensationUpdate,
  InstalmentUpdate,
  OrderPayment,
  OrderRefund,
} from './events.ts';
import { instalmentName } from './instalment-rules.ts';
import type { ChangeAt, ChangeProposal } from './order-changes/events.ts';
import { describeEffect, effectOf, isRequest, stateOf } from './order-changes/rules.ts';

export const addPaymentToTimeline = addToTimeline(
  ({ order, instalment, of, payment, at }: CapturedPayment) => ({
    key: `payment:${payment.id}`,
    kind: 'payment received',
    data: {
      ...{ amount: payment.amount, part: instalment.number, of: order.payment_type },
      name: instalmentName({ ...instalment, of }),
    },
    at,
  }),
);

/** What was paid by mistake may be in another currency than its order, whose other lines need not name it. */
const amountOf = ({ amount, currency }: { amount: number; currency: string }) => ({
  amount,
  currency,
});

export const addOverpaymentToTimeline = addToTimeline(({ payment, at }: OrderPayment) => ({
  key: `payment:${payment.id}`,
  kind: 'surplus',
  data: amountOf(payment),
  at,
}));

export const addPaymentFailureToTimeline = addToTimeline(({ payment, at }: OrderPayment) => ({
  key: `failed:${payment.id}`,
  kind: 'payment failed',
  data: amountOf(payment),
  at,
}));

export const addRefundToTimeline = addToTimeline(({ refund, currency }: OrderRefund) => ({
  key: `refund:${refund.id}`,
  kind: 'refunded',
  data: amountOf({ ...refund, currency }),
  at: refund.updated_at,
}));

const REFUND_FAILED = 'refund failed';
const failureKey = (refundId: string): string => `${REFUND_FAILED}:${refundId}`;

/** The provider's words are for the owner, and not in the line that both read. */
export const addRefundFailureToTimeline = addToTimeline(
  ({ refund, currency, words }: OrderRefund) => ({
    key: failureKey(refund.id),
    kind: REFUND_FAILED,
    data: { ...amountOf({ ...refund, currency }), ...(words ? { words } : {}) },
    at: refund.updated_at,
  }),
);

/** With what words the provider has refused refunds of these payments last, by payment. */
export async function refusalsOfRefunds(db: Db, paymentIds: string[]) {
  if (paymentIds.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('order_events', 'order_events.order_id', 'payments.order_id')
    .select(['refunds.id', 'refunds.payment_id', 'order_events.key', 'order_events.data'])
    .where('refunds.payment_id', 'in', paymentIds)
    .where('order_events.kind', '=', REFUND_FAILED)
    .orderBy('order_events.seq')
    .execute();
  return new Map(
    rows.flatMap(({ id, payment_id, key, data }) => {
      const { words } = JSON.parse(data) as { words?: string };
      return words && key === failureKey(id) ? [[payment_id, words] as const] : [];
    }),
  );
}

export const addCompensationToTimeline = addToTimeline(
  ({ compensation: { amount, settled_at, reference }, at }: CompensationUpdate) => ({
    key: settled_at ? 'compensation settled' : `compensation owed:${at}`,
    kind: settled_at ? 'compensation settled' : 'compensation owed',
    data: { amount, ...(reference === null ? {} : { reference }) },
    at,
  }),
);

export const addWaiverToTimeline = addToTimeline(({ instalment, of, at }: InstalmentUpdate) => ({
  key: `waived:${instalment.id}`,
  kind: 'part waived',
  data: { amount: instalment.amount, name: instalmentName({ ...instalment, of }) },
  at,
}));

export const addMoveToTimeline = addToTimeline(
  ({ instalment, of, at }: InstalmentUpdate, { config }) => ({
    key: `moved:${instalment.id}:${at}`,
    kind: 'part moved',
    data: {
      name: instalmentName({ ...instalment, of }),
      day: instalment.pay_by ? longDate(instalment.pay_by, config.timeZone) : '',
    },
    at,
  }),
);

/** Adds an entry to the order's timeline for each new state of a dispute. */
export const addDisputeToTimeline: Subscriber<OrderDispute> = async (
  tx,
  _,
  { order, dispute, at },
) => {
  if (!order) return;
  const { id, status, version } = dispute;
  await addOrderEvent(tx, order.id, {
    key: `dispute:${id}:${version}`,
    kind: `dispute ${status.replace('_', ' ')}`,
    data: amountOf(status === 'lost' ? { ...dispute, amount: dispute.deducted } : dispute),
    at,
  });
};

const dataOf = (changed: ChangeAt) => ({
  number: changed.change.number,
  effect: describeEffect(effectOf(changed)),
});

export const addProposalToTimeline: Subscriber<ChangeProposal> = async (tx, _, proposal) => {
  const { order, change, revision, at } = proposal;
  if (revision) {
    await addOrderEvent(tx, order.id, {
      key: `revision:${revision.id}:change`,
      kind: 'revision out of scope',
      data: { number: revision.number, change: change.number },
      at,
    });
  }
  // A request that is quoted gets a second line, as the owner's proposal.
  const isAsked = isRequest(change);
  await addOrderEvent(tx, order.id, {
    key: `change:${change.id}${isAsked ? ':asked' : ''}`,
    kind: isAsked ? 'change asked' : 'change proposed',
    data: { ...dataOf(proposal), by: change.proposed_by },
    at,
  });
};

export const addChangeToTimeline = addToTimeline((changed: ChangeAt, { config }) => {
  const { order, change, at } = changed;
  const isMoved = change.status === 'Accepted' && change.extra_days > 0 && order.delivery_date;
  return {
    key: `change:${change.id}:${change.status}`,
    kind: `change ${stateOf(change).toLowerCase()}`,
    data: {
      ...dataOf(changed),
      ...(isMoved ? { day: longDate(isMoved, config.timeZone) } : {}),
    },
    at,
  };
});
