import type { Dispute, Payment } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { type DomainEvent, emit } from '../../../platform/events.ts';
import type { ProviderDispute } from '../../../platform/payment-provider/disputes.ts';
import type { Services } from '../../../platform/services.ts';
import { findOrder } from '../../orders/queries.ts';
import { findPayment, getPayment } from '../queries.ts';
import { lockPayment } from '../refunds.ts';
import { settlePayment } from '../settle-payment.ts';
import {
  disputeActionRequired,
  disputeDecided,
  disputeOpened,
  disputeUnderReview,
  type OrderDispute,
} from './events.ts';
import {
  findDispute,
  insertDispute,
  markDisputeChecked,
  recalculateLost,
  updateDispute,
} from './queries.ts';
import { isUndecided, mayBecome, reminderFor } from './rules.ts';

/**
 * Updates our row of a dispute from the provider. Called by webhook, reconciler and the owner's answer.
 * Optimistic locking: if the row changed during the request, it fetches again, so that no older state
 * overwrites a newer one. Idempotent.
 */
export async function applyDisputeState(services: Services, id: string): Promise<string> {
  for (;;) {
    const known = await findDispute(services.store.db, id);
    const response = await services.provider.fetchDispute(id);
    if (!(await isPaymentRecorded(services, response.payment_id))) return 'unknown';
    const isWritten = await transaction(services, (tx) =>
      record(tx, services, response, known?.version ?? null),
    );
    if (isWritten) return response.status;
  }
}

/**
 * Checks that the payment is stored; settles it first if needed. A dispute may be reported before its
 * payment.
 */
async function isPaymentRecorded(services: Services, paymentId: string): Promise<boolean> {
  const { db } = services.store;
  if (await findPayment(db, paymentId)) return true;
  await settlePayment(services, await services.provider.fetchPayment(paymentId));
  return (await findPayment(db, paymentId)) !== undefined;
}

/** Stores the state from the provider. Returns false if the row has changed since the request. */
async function record(
  tx: Tx,
  services: Services,
  response: ProviderDispute,
  version: number | null,
): Promise<boolean> {
  const now = services.clock();
  await lockPayment(tx, response.payment_id);
  const known = await findDispute(tx, response.id);
  if ((known?.version ?? null) !== version) return false;
  const payment = await getPayment(tx, response.payment_id);
  const reported = toReported(response, payment);
  if (known && (isSame(known, reported) || !mayBecome(known, reported))) {
    await markDisputeChecked(tx, response.id, iso(now));
    return true;
  }
  const deadlineMoved = known?.respond_by !== reported.respond_by;
  const changes = {
    ...reported,
    updated_at: iso(now),
    checked_at: iso(now),
    // The notification about a new deadline replaces the reminder.
    ...(deadlineMoved && { reminded_days: reminderFor(reported.respond_by, now) }),
  };
  const dispute: Dispute = known
    ? { ...known, ...changes, version: known.version + 1 }
    : {
        id: response.id,
        payment_id: response.payment_id,
        order_id: payment.order_id,
        currency: payment.currency,
        summary: '',
        prepared_at: null,
        reminded_days: null,
        version: 1,
        created_at: iso(now),
        ...changes,
      };
  if (!known) await insertDispute(tx, dispute);
  else if (!(await updateDispute(tx, response.id, known.version, changes))) return false;
  await recalculateLost(tx, response.payment_id);
  const order = dispute.order_id ? await findOrder(tx, dispute.order_id) : undefined;
  for (const event of eventsOf(known, dispute)) {
    await emit(tx, services, event, { order, dispute, at: iso(now) });
  }
  return true;
}

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

/**
 * An amount of a dispute in the currency of its payment. The provider deducts a lost one from a balance in rupees and may
 * name those; without a rate, or at a worse one than at the payment, it is the whole payment.
 */
const inCurrencyOf = (
  { amount: paid, currency, base_amount: base }: Payment,
  response: ProviderDispute,
  amount: number,
): number => {
  if (response.currency === currency || amount === 0) return amount;
  return Math.min(paid, base === null ? paid : Math.round((amount * paid) / base));
};

const toReported = (response: ProviderDispute, payment: Payment) => ({
  amount: inCurrencyOf(payment, response, response.amount),
  deducted: inCurrencyOf(payment, response, response.amount_deducted),
  phase: response.phase,
  status: response.status,
  reason: response.reason_code,
  respond_by: instant(response.respond_by),
  submitted_at: response.evidence?.submitted_at ? instant(response.evidence.submitted_at) : null,
});

type Reported = ReturnType<typeof toReported>;

const isSame = (known: Dispute, reported: Reported): boolean =>
  (Object.keys(reported) as (keyof Reported)[]).every((key) => known[key] === reported[key]);

/** The events between two states. Even the first report may be the decision. */
function eventsOf(before: Dispute | undefined, after: Dispute): DomainEvent<OrderDispute>[] {
  const first = before ? [] : [disputeOpened];
  const isAnsweredBy = before?.respond_by === after.respond_by;
  if (before?.status === after.status && before.phase === after.phase && isAnsweredBy) return first;
  if (!isUndecided(after.status)) return [...first, disputeDecided];
  if (after.status === 'under_review') return [...first, disputeUnderReview];
  return before ? [disputeActionRequired] : first;
}
