import type { Db } from '../../../db/database.ts';
import { nextNumber } from '../../../db/next-number.ts';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { lockOrder } from './queries.ts';

interface OrderEventInput {
  /** Idempotency key: an order has at most one entry per key. */
  key: string;
  kind: string;
  data?: object;
  at: string;
}

/** Adds an entry to an order's timeline; call it in the transaction of the reported change. */
export async function addOrderEvent(tx: Db, orderId: string, note: OrderEventInput) {
  await lockOrder(tx, orderId);
  await tx
    .insertInto('order_events')
    .values({
      id: newId(),
      order_id: orderId,
      seq: (eb) =>
        eb.selectFrom('order_events').select(nextNumber('seq')).where('order_id', '=', orderId),
      key: note.key,
      kind: note.kind,
      data: JSON.stringify(note.data ?? {}),
      at: note.at,
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'key']).doNothing())
    .execute();
}

/** Creates a subscriber that adds `line` to the timeline of the event's order. */
export const addToTimeline =
  <E extends { order: { id: string } }>(line: (event: E, services: Services) => OrderEventInput) =>
  (tx: Tx, services: Services, event: E): Promise<void> =>
    addOrderEvent(tx, event.order.id, line(event, services));

export const listOrderEvents = (db: Db, orderId: string) =>
  db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('seq')
    .execute();

/** Lists the ids of a buyer's orders that have a new entry in their timeline since then. */
export async function listChangedOrders(db: Db, buyerId: string, since: string) {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_events', 'order_events.order_id', 'orders.id')
    .select('orders.id')
    .distinct()
    .where('orders.buyer_id', '=', buyerId)
    .where('order_events.at', '>=', since)
    .execute();
  return rows.map(({ id }) => id);
}
