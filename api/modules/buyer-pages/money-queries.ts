import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { UNDECIDED } from '../payments/disputes/rules.ts';

/** Lists a buyer's orders with any captured payment, newest first. */
export const listOrdersWithPayments = (
  db: Db,
  buyerId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<Order[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('buyer_id', '=', buyerId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.order_id', '=', 'orders.id'),
      ),
    )
    // Ids are ordered by time (UUIDv7).
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const sumOrders = (db: Db, buyerId: string) =>
  db
    .selectFrom('orders')
    .select(({ fn, val }) => [
      fn.coalesce(fn.sum<number>('paid'), val(0)).as('paid'),
      fn.coalesce(fn.sum<number>('refunded'), val(0)).as('refunded'),
      fn.coalesce(fn.sum<number>('lost'), val(0)).as('lost'),
      fn.coalesce(fn.sum<number>('balance'), val(0)).as('balance'),
    ])
    .where('buyer_id', '=', buyerId)
    .executeTakeFirstOrThrow();

/** Sums a buyer's overpayments that are not refunded yet. */
export async function sumOverpayments(db: Db, buyerId: string): Promise<number> {
  const { amount, refunded, lost } = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(({ fn, val }) => [
      fn.coalesce(fn.sum<number>('payments.amount'), val(0)).as('amount'),
      fn.coalesce(fn.sum<number>('payments.refunded'), val(0)).as('refunded'),
      fn.coalesce(fn.sum<number>('payments.lost'), val(0)).as('lost'),
    ])
    .where('orders.buyer_id', '=', buyerId)
    .where('payments.status', '=', 'surplus')
    .executeTakeFirstOrThrow();
  return amount - refunded - lost;
}

export async function sumDisputed(db: Db, buyerId: string): Promise<number> {
  const { amount } = await db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('disputes.amount'), val(0)).as('amount'))
    .where('orders.buyer_id', '=', buyerId)
    .where('disputes.status', 'in', UNDECIDED)
    .executeTakeFirstOrThrow();
  return amount;
}
