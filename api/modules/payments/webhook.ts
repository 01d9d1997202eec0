import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Insertable } from 'kysely';
import { type Db, isStorageTrouble } from '../../../db/database.ts';
import type { PaymentEvent } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { DAY, iso, later, MINUTE } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { failure } from '../../platform/http/errors.ts';
import { toRupees } from '../../platform/money/rules.ts';
import {
  isPaymentId,
  ProviderError,
  type ProviderPayment,
} from '../../platform/payment-provider/client.ts';
import { isDisputeId } from '../../platform/payment-provider/disputes.ts';
import type { Services } from '../../platform/services.ts';
import { applyDisputeState } from './disputes/apply-dispute-state.ts';
import { DOCTOR_EVENT } from './doctor-test-order.ts';
import { refreshDowntimes } from './downtimes.ts';
import { findPayment, findRecorded, listOrdersOfCheckouts } from './queries.ts';
import { syncRefunds } from './refunds.ts';
import { runSequentially } from './run-sequentially.ts';
import { PaymentNotRecordedError, settlePayment } from './settle-payment.ts';

const MAX_WEBHOOK_BYTES = 256 * 1024;

/**
 * The webhook route: verifies the signature, stores the event and responds. The event is handled afterwards.
 */
export const webhook = (wake: () => void) =>
  new Hono<Env>().use(bodyLimit({ maxSize: MAX_WEBHOOK_BYTES })).post('/', async (c) => {
    const { provider, clock } = c.var.services;
    const body = await c.req.text();
    if (!provider.isSignedEvent(body, c.req.header('X-Razorpay-Signature') ?? ''))
      return c.json(failure('The signature does not fit.'), 400);
    const event = {
      id: eventIdOf(body),
      type: typeIn(body),
      body: redactPayer(body),
      received_at: iso(clock()),
      tries: 0,
    };
    await transaction(c.var.services, async (tx) => {
      tx.onCommit(wake);
      await insertEventOnce(tx, event);
    });
    return c.json({ success: true as const });
  });

/** The signed bytes name the event: the provider's header with an id is not signed, and a copy could have any. */
export const eventIdOf = (body: string): string => createHash('sha256').update(body).digest('hex');

// A signed event that cannot be parsed is stored too, so that the owner can see it.
function typeIn(body: string): string {
  try {
    const { event } = JSON.parse(body) as { event?: unknown };
    return typeof event === 'string' ? event.slice(0, 60) : 'unnamed';
  } catch {
    return 'unreadable';
  }
}

/** The fields of a webhook event that are stored: payment data, but no personal data of the payer. */
const STORED_KEYS = [
  ...['event', 'created_at', 'payload', 'payment', 'order', 'refund', 'dispute', 'entity'],
  ...['id', 'order_id', 'payment_id', 'receipt', 'status', 'amount', 'currency', 'method'],
  ...['captured', 'amount_refunded', 'refund_status', 'amount_paid', 'amount_due'],
  ...['error_code', 'error_reason'],
  ...['amount_deducted', 'phase', 'reason_code', 'respond_by'],
];

type Entity = Record<string, unknown>;

/** The object of this kind that an event is about; null if there is none. */
function entityIn(body: string, kind: 'payment' | 'dispute'): Entity | null {
  try {
    const event = JSON.parse(body) as { payload?: Record<string, { entity?: Entity }> } | null;
    return event?.payload?.[kind]?.entity ?? null;
  } catch {
    return null;
  }
}

/** Removes the payer's e-mail, phone, account and card from a webhook body. Empty if it is not JSON. */
function redactPayer(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), STORED_KEYS) ?? '';
  } catch {
    return '';
  }
}

/** Stores an event before it is handled. Idempotent: the same event twice is one row. */
const insertEventOnce = (tx: Db, event: Insertable<PaymentEvent>) =>
  tx
    .insertInto('payment_events')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/** Handles stored webhook events. An event is only a hint: the current state is fetched from the provider. */
export async function handleEvents(services: Services, stop: AbortSignal): Promise<void> {
  await runSequentially(services, await listOpenEvents(services.store.db), {
    logMessage: 'a report could not be handled',
    stop,
    work: (event) => handle(services, event),
  });
}

async function handle(services: Services, event: PaymentEvent): Promise<void> {
  const done = (outcome: string) =>
    transaction(services, (tx) =>
      markHandled(tx, event.id, { now: iso(services.clock()), outcome }),
    );
  let payment: ProviderPayment | undefined;
  try {
    if (event.type.startsWith('payment.downtime.')) {
      await refreshDowntimes(services);
      return void (await done('noted'));
    }
    if (event.type.startsWith('payment.dispute.')) {
      const disputeId = entityIn(event.body, 'dispute')?.['id'];
      const isKnown = typeof disputeId === 'string' && isDisputeId(disputeId);
      return void (await done(isKnown ? await applyDisputeState(services, disputeId) : 'ignored'));
    }
    const paymentId = paymentIn(event.body);
    if (paymentId === null) return void (await done('ignored'));
    payment = await services.provider.fetchPayment(paymentId);
    const outcome = await settlePayment(services, payment);
    if (event.type.startsWith('refund.')) await syncRefunds(services, payment, true);
    await done(outcome);
  } catch (error) {
    // The provider does not know what the event is about.
    const isUnknown = !payment && error instanceof ProviderError && error.isRejection;
    const failing = isPassing(error) ? undefined : payment;
    if (isUnknown) await done('unknown');
    else if (failing && (await isReturned(services.store.db, failing))) await done('refunded');
    else {
      const outcome = failing ? UNSETTLED : null;
      await transaction(services, (tx) => postponeEvent(tx, event.id, outcome));
    }
    throw error;
  }
}

function paymentIn(body: string): string | null {
  const id = entityIn(body, 'payment')?.['id'];
  return typeof id === 'string' && isPaymentId(id) ? id : null;
}

const listOpenEvents = (db: Db) =>
  db
    .selectFrom('payment_events')
    .selectAll()
    .where('handled_at', 'is', null)
    .orderBy('tries')
    .orderBy('received_at')
    .limit(100)
    .execute();

const markHandled = (tx: Db, id: string, done: { now: string; outcome: string }) =>
  tx
    .updateTable('payment_events')
    .set({ handled_at: done.now, outcome: done.outcome })
    .where('id', '=', id)
    .execute();

/** The outcome of an open event whose payment could not be settled. It is tried again. */
const UNSETTLED = 'unsettled';

/** Counts a failed attempt. Events with fewer attempts are handled first. Null leaves the outcome as it was. */
const postponeEvent = (tx: Db, id: string, outcome: typeof UNSETTLED | null) =>
  tx
    .updateTable('payment_events')
    .set((eb) => ({ tries: eb('tries', '+', 1), ...(outcome && { outcome }) }))
    .where('id', '=', id)
    .execute();

/** Whether the provider or the storage failed, and not what was to be settled: a later try succeeds. */
const isPassing = (error: unknown): boolean =>
  error instanceof PaymentNotRecordedError ||
  isStorageTrouble(error) ||
  (error instanceof ProviderError && !error.isRejection);

/**
 * Whether nobody has to act on a payment that cannot be settled: the provider has returned all of it, and it
 * was never recorded, so that no refund is missing here.
 */
const isReturned = async (
  db: Db,
  { id, amount, amount_refunded }: ProviderPayment,
): Promise<boolean> => (amount_refunded ?? 0) >= amount && !(await findPayment(db, id));

/**
 * Settles a payment of the provider's list. One that cannot be settled is stored as an event, which is tried
 * again, so that it holds up nothing else. Throws if the provider or the storage failed.
 */
export async function settleOrStore(services: Services, payment: ProviderPayment): Promise<void> {
  try {
    await settlePayment(services, payment);
  } catch (error) {
    if (isPassing(error)) throw error;
    services.log.error('a payment could not be settled', error);
    if (await isReturned(services.store.db, payment)) return;
    const { id, order_id, amount, currency } = payment;
    const body = JSON.stringify({
      payload: { payment: { entity: { id, order_id, amount, currency } } },
    });
    const now = iso(services.clock());
    await transaction(services, (tx) => insertUnsettled(tx, `unsettled ${id}`, { body, now }));
  }
}

/** Stores a payment that could not be settled as an event, so that it is tried again with the others. */
const insertUnsettled = (tx: Db, id: string, event: { body: string; now: string }) =>
  tx
    .insertInto('payment_events')
    .values({
      ...{ id, type: 'payment.captured', body: event.body, received_at: event.now },
      ...{ outcome: UNSETTLED, tries: 1 },
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ handled_at: null, outcome: UNSETTLED }),
    )
    .execute();

export interface UnsettledPayment {
  _id: string;
  orderId: string | null;
  amount: number;
  currency: string;
  since: string;
}

/** Lists payments that the provider has reported and that cannot be settled, the oldest first. */
async function listUnsettledPayments(db: Db): Promise<UnsettledPayment[]> {
  const events = await listUnsettledEvents(db);
  if (events.length === 0) return [];
  const byId = new Map<string, UnsettledPayment & { checkout: string }>();
  for (const { body, received_at: since } of events) {
    const { id, order_id, amount, currency: reported } = entityIn(body, 'payment') ?? {};
    const _id = String(id);
    if (byId.has(_id)) continue;
    const checkout = String(order_id ?? '');
    const currency = String(reported ?? 'INR');
    byId.set(_id, {
      ...{ _id, orderId: null, amount: toRupees(Number(amount)), currency, since, checkout },
    });
  }
  const payments = [...byId.values()];
  const [recorded, orders] = await Promise.all([
    findRecorded(db, [...byId.keys()]),
    listOrdersOfCheckouts(
      db,
      payments.map(({ checkout }) => checkout),
    ),
  ]);
  const orderOf = new Map(orders.map((row) => [row.provider_order_id, row.order_id]));
  return payments
    .filter(({ _id }) => !recorded.has(_id))
    .map(({ checkout, ...each }) => ({ ...each, orderId: orderOf.get(checkout) ?? null }));
}

const listUnsettledEvents = (db: Db) =>
  db
    .selectFrom('payment_events')
    .select(['body', 'received_at'])
    .where('handled_at', 'is', null)
    .where('outcome', '=', UNSETTLED)
    .orderBy('received_at')
    .execute();

/** A failure that passes by itself within this time is no task for the owner. */
const TASK_AFTER = 5 * MINUTE;

/** The payments that have failed for so long that the owner should act. */
export const listUnsettledTasks = async (db: Db, now: Date): Promise<UnsettledPayment[]> =>
  (await listUnsettledPayments(db)).filter(({ since }) => since <= later(now, -TASK_AFTER));

/** The orders whose money is at the provider although it is not credited: they are not unpaid. */
export const findUnsettledOrders = async (db: Db): Promise<Set<string | null>> =>
  new Set((await listUnsettledPayments(db)).map(({ orderId }) => orderId));

/** A payment is reported within this time, or reported again. */
const REPORTED_WITHIN = 30 * MINUTE;

/** When the first payment of the last day arrived of which, and after which, the provider has reported nothing that fits its signature. */
export async function findUnreported(db: Db, now: Date): Promise<string | null> {
  const { last } = await db
    .selectFrom('payment_events')
    .select(({ fn }) => fn.max(fn.coalesce('handled_at', 'received_at')).as('last'))
    .where('type', '<>', DOCTOR_EVENT)
    .where('id', 'not like', 'unsettled %')
    .executeTakeFirstOrThrow();
  const { first } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.min('captured_at').as('first'))
    .where('captured_at', '>', later(now, -DAY))
    .where('captured_at', '>', last ? later(new Date(last), REPORTED_WITHIN) : '')
    .where('captured_at', '<', later(now, -REPORTED_WITHIN))
    .executeTakeFirstOrThrow();
  return first;
}
