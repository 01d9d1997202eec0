import type { Order } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type Clock, HOUR, iso, later } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { AgreedInstalment } from '../orders/agreements/rules.ts';
import { hasTooManyOpen, insertInstalments } from './instalment-queries.ts';
import { type NewInstalment, tooManyOpen } from './start-instalment-checkout.ts';

/**
 * Stores the instalments of a new order and returns the first, which is opened at once. Throws 429 if the
 * buyer has too many unpaid checkouts; then the order is not placed either.
 */
export async function createInstalments(
  tx: Tx,
  clock: Clock,
  order: Order,
  agreed: AgreedInstalment[],
): Promise<NewInstalment> {
  const now = clock();
  if (await hasTooManyOpen(tx, order.buyer_id, later(now, -HOUR))) throw tooManyOpen();
  const rows = agreed.map(({ title, amount, due, payBy }, at) => ({
    id: newId(),
    order_id: order.id,
    number: at + 1,
    ...{ title, amount, due, pay_by: payBy },
    created_at: iso(now),
    opened_at: at === 0 ? iso(now) : null,
  }));
  await insertInstalments(tx, rows);
  const [first] = rows;
  if (!first) throw new Error('an order without an instalment');
  return first;
}
