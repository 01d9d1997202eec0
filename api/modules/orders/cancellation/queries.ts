import { sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import type { Order } from '../../../../db/schema.ts';
import { readAgreedTerms } from '../agreements/write-agreement.ts';
import type { CancellableOrder } from './rules.ts';

/** When the open wait of an order began, and its delivery date then. */
async function findWait(db: Db, orderId: string): Promise<CancellableOrder['waits']> {
  const row = await db
    .selectFrom('order_pauses')
    .innerJoin('order_events', (join) =>
      join
        .onRef('order_events.order_id', '=', 'order_pauses.order_id')
        .on('order_events.key', '=', sql<string>`'paused:' || order_pauses.id`),
    )
    .select(['started_at', 'data'])
    .where('order_pauses.order_id', '=', orderId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row && { from: row.started_at, due: JSON.parse(row.data).due };
}

/** Loads what decides on a cancellation beside the payments: order and terms. */
export async function findCancellationFacts(
  db: Db,
  order: Order,
): Promise<Omit<CancellableOrder, 'payments' | 'paid'>> {
  return {
    status: order.status,
    currency: order.currency,
    isDelivered: order.delivered_at !== null,
    deliveryDate: order.delivery_date,
    waits: await findWait(db, order.id),
    freeUntil: order.free_until,
    pressedAt: order.act === 'deliver' && order.act_due ? order.act_at : null,
    terms: (await readAgreedTerms(db, order.id)).cancellation,
  };
}

/** Closes an order that its buyer cancels. `promise` is refunded beyond what is refunded already. */
export const markCancelled = (
  tx: Db,
  id: string,
  { now, promise }: { now: string; promise: number },
) =>
  tx
    .updateTable('orders')
    .set((eb) => ({
      status: 'Rejected',
      cancelled_at: now,
      promised: eb(eb('refunded', '+', eb.ref('lost')), '+', promise),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
