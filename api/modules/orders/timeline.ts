import type { Db } from '../../../db/database.ts';
import { nextNumber } from '../../../db/next-number.ts';
import type { Subscriber } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import type { Line, News } from './news.ts';
import { lockOrder } from './queries.ts';

/** Adds an entry to an order's timeline; call it in the transaction of the reported change. */
export async function addOrderEvent(tx: Db, orderId: string, note: Line) {
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

/** Creates a subscriber that adds what an event tells to the timeline of its order, if it has one. */
export const addLine =
  <E extends object>({ line: linesOf }: News<E>): Subscriber<E> =>
  async (tx, services, event) => {
    const { order } = event as { order?: { id: string } };
    if (!order || !linesOf) return;
    for (const line of [linesOf(event, services)].flat())
      if (line) await addOrderEvent(tx, order.id, line);
  };

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

const NEWEST = 100;

/** The same among all orders, in the newest entries only: their ids are ordered by time. */
export async function listNewlyChangedOrders(db: Db, since: string) {
  const newest = db
    .selectFrom('order_events')
    .select(['order_id', 'at'])
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .as('newest');
  const rows = await db
    .selectFrom(newest)
    .select('order_id')
    .distinct()
    .where('at', '>=', since)
    .execute();
  return rows.map(({ order_id }) => order_id);
}
