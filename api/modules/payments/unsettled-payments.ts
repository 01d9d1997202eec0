import { type Db, isStorageTrouble } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso, later, MINUTE } from '../../platform/clock.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { ProviderError, type ProviderPayment } from '../../platform/payment-provider/client.ts';
import type { Services } from '../../platform/services.ts';
import { listOrdersOfCheckouts } from './instalment-queries.ts';
import { findRecorded } from './payment-list-queries.ts';
import { findPayment } from './queries.ts';
import { PaymentNotRecordedError, settlePayment } from './settle-payment.ts';
import { entityIn } from './webhook-event-body.ts';
import { insertUnsettled, listUnsettledEvents } from './webhook-event-queries.ts';

/** A failure that passes by itself within this time is no task for the owner. */
const TASK_AFTER = 5 * MINUTE;

/** Whether the provider or the storage failed, and not what was to be settled: a later try succeeds. */
export const isPassing = (error: unknown): boolean =>
  error instanceof PaymentNotRecordedError ||
  isStorageTrouble(error) ||
  (error instanceof ProviderError && !error.isRejection);

/**
 * Whether nobody has to act on a payment that cannot be settled: the provider has returned all of it, and it
 * was never recorded, so that no refund is missing here.
 */
export const isReturned = async (
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
    const { id, order_id, amount } = payment;
    const body = JSON.stringify({ payload: { payment: { entity: { id, order_id, amount } } } });
    const now = iso(services.clock());
    await transaction(services, (tx) => insertUnsettled(tx, `unsettled ${id}`, { body, now }));
  }
}

export interface UnsettledPayment {
  _id: string;
  orderId: string | null;
  amount: number;
  since: string;
}

/** Lists payments that the provider has reported and that cannot be settled, the oldest first. */
async function listUnsettledPayments(db: Db): Promise<UnsettledPayment[]> {
  const events = await listUnsettledEvents(db);
  if (events.length === 0) return [];
  const byId = new Map<string, UnsettledPayment & { checkout: string }>();
  for (const { body, received_at: since } of events) {
    const { id, order_id, amount } = entityIn(body, 'payment') ?? {};
    const _id = String(id);
    if (byId.has(_id)) continue;
    const checkout = String(order_id ?? '');
    byId.set(_id, { _id, orderId: null, amount: toRupees(Number(amount)), since, checkout });
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

/** The payments that have failed for so long that the owner should act. */
export const listUnsettledTasks = async (db: Db, now: Date): Promise<UnsettledPayment[]> =>
  (await listUnsettledPayments(db)).filter(({ since }) => since <= later(now, -TASK_AFTER));

/** The orders whose money is at the provider although it is not credited: they are not unpaid. */
export const findUnsettledOrders = async (db: Db): Promise<Set<string | null>> =>
  new Set((await listUnsettledPayments(db)).map(({ orderId }) => orderId));
