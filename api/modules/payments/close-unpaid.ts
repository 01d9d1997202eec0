import type { Db } from '../../../db/database.ts';
import type { Instalment, Order } from '../../../db/schema.ts';
import { DAY, iso, later } from '../../platform/clock.ts';
import { closingInstalments, DAYS_TO_OPEN, nextInstalment } from './instalment-rules.ts';
import { nextOfOrders } from './next-of-orders.ts';
import { listInstalments } from './queries.ts';

export const CLOSED_UNPAID = 'The part that opens the files was not paid';

/** The part to pay for the files of an order; undefined when they are open, or nothing is delivered. */
export async function findClosingInstalment(
  db: Db,
  order: Pick<Order, 'id' | 'previewed_at' | 'files_closed'>,
): Promise<Instalment | undefined> {
  if (!order.files_closed || order.previewed_at === null) return undefined;
  const instalments = await listInstalments(db, order.id);
  return nextInstalment(closingInstalments(instalments, order.previewed_at));
}

/** Whether the owner may close an order, because the part that opens its files is unpaid for so long. */
export async function mayCloseUnpaid(db: Db, order: Order, now: Date): Promise<boolean> {
  const part = await findClosingInstalment(db, order);
  if (!part) return false;
  const found = (await nextOfOrders(db, [order])).get(order.id);
  const since = [order.delivered_at ?? '', part.pay_by ?? ''].sort().at(-1) ?? '';
  return found?.step === 'payToOpen' && later(new Date(since), DAYS_TO_OPEN * DAY) <= iso(now);
}
