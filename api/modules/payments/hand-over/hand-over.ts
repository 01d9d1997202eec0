import type { Db } from '../../../../db/database.ts';
import type { Instalment, Order } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { DAY, iso, later } from '../../../platform/clock.ts';
import { emit, type Subscriber } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { opensWhenPaid } from '../../orders/agreements/write-agreement.ts';
import { findNewestDelivery } from '../../orders/deliveries/deliveries.ts';
import { beginHandOver, findHandOver, openHandOver } from '../../orders/deliveries/hand-overs.ts';
import { handedOver } from '../../orders/events.ts';
import { findOrder, lockOrder } from '../../orders/queries.ts';
import { UNKNOWN_ORDER } from '../../orders/texts.ts';
import { nextInstalment } from '../instalment-rules.ts';
import { nextOfOrders } from '../next-of-orders.ts';
import { listInstalments } from '../queries.ts';
import { wasPaidLess } from '../tax-deductions.ts';
import { closingInstalments, DAYS_TO_OPEN } from './rules.ts';
import { NOTHING_TO_OPEN } from './texts.ts';

/** The part to pay for the files of an order; undefined when they are open, or nothing is delivered. */
export async function findClosingInstalment(
  db: Db,
  orderId: string,
): Promise<Instalment | undefined> {
  const handOver = await findHandOver(db, orderId);
  if (handOver?.opened_at !== null) return undefined;
  const instalments = await listInstalments(db, orderId);
  return nextInstalment(closingInstalments(instalments, handOver.previewed_at));
}

/** At a delivery: whether its files stay closed. Once they were open, they are, in every later version, too. */
export async function deliverClosed(tx: Tx, { id }: Order, at: string): Promise<boolean> {
  if (!(await opensWhenPaid(tx, id))) return false;
  await beginHandOver(tx, id, at);
  if ((await findClosingInstalment(tx, id)) || (await wasPaidLess(tx, id))) return true;
  await openHandOver(tx, id, at);
  return false;
}

/**
 * Opens the files when the last part that kept them closed was settled, waived or moved; not where tax was deducted from
 * one, which anybody can say.
 */
export const openPaidFiles: Subscriber<{ order: Order }> = async (tx, services, { order }) => {
  if (!(await wasPaidLess(tx, order.id))) await openDeductedFiles(tx, services, order);
};

/** Opens closed files of which no part is unpaid. Returns whether it did. */
export async function openDeductedFiles(tx: Tx, services: Services, order: Order) {
  if (order.status === 'Rejected' || (await findClosingInstalment(tx, order.id))) return false;
  const at = iso(services.clock());
  const version = await openHandOver(tx, order.id, at);
  if (version) await emit(tx, services, handedOver, { order, version, at });
  return version !== undefined;
}

/** The owner opens files that wait for the certificate of deducted tax. */
export const openFiles = (services: Services, id: string): Promise<void> =>
  transaction(services, async (tx) => {
    await lockOrder(tx, id);
    const order = await findOrder(tx, id);
    if (!order) throw new ApiError(404, UNKNOWN_ORDER);
    if (!(await openDeductedFiles(tx, services, order))) throw new ApiError(409, NOTHING_TO_OPEN);
  });

/** Whether the owner may close an order, because the part that opens its files is unpaid for so long. */
export async function mayCloseUnpaid(db: Db, order: Order, now: Date): Promise<boolean> {
  const part = await findClosingInstalment(db, order.id);
  if (!part) return false;
  const found = (await nextOfOrders(db, [order])).get(order.id);
  const delivered = await findNewestDelivery(db, order.id);
  const since = [delivered?.created_at ?? '', part.pay_by ?? ''].sort().at(-1) ?? '';
  return found?.step === 'payToOpen' && later(new Date(since), DAYS_TO_OPEN * DAY) <= iso(now);
}
