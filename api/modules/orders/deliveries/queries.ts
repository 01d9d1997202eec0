import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { hasRow } from '../../../../db/query-results.ts';
import type { Delivery, DeliveryFile, Order } from '../../../../db/schema.ts';
import type { OrderStatus } from '../rules.ts';

interface StatusUpdate {
  from: readonly OrderStatus[];
  to: OrderStatus;
  now: string;
  /** The buyer, if the buyer makes the transition: updates only this buyer's order. */
  buyerId?: string;
  /** Whether to update only if no revision is requested or in progress and no change is proposed. */
  hasNoOpenRequest?: boolean;
}

/** Selects orders with a requested or approved revision, or a proposed change. */
const ordersWithOpenRequest = (db: Db) =>
  db
    .selectFrom('revisions')
    .select('order_id')
    .where('status', 'in', ['Pending', 'Approved'])
    .union(db.selectFrom('order_changes').select('order_id').where('status', '=', 'Proposed'));

/**
 * Changes the status if the order still has one of the `from` statuses and is not fully refunded. Returns
 * undefined otherwise.
 */
export const updateOrderStatus = (
  tx: Db,
  id: string,
  { from, to, now, buyerId, hasNoOpenRequest }: StatusUpdate,
) =>
  tx
    .updateTable('orders')
    .set({ status: to, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .where('balance', '>', 0)
    .$if(buyerId !== undefined, (query) => query.where('buyer_id', '=', buyerId ?? ''))
    .$if(hasNoOpenRequest === true, (query) =>
      query.where('id', 'not in', ordersWithOpenRequest(tx)),
    )
    .returningAll()
    .executeTakeFirst() as Promise<Order | undefined>;

export const insertDelivery = (tx: Db, row: Omit<Insertable<Delivery>, 'number'>) =>
  tx
    .insertInto('deliveries')
    .values((eb) => ({
      ...row,
      number: eb
        .selectFrom('deliveries')
        .select(({ fn, lit }) => eb(fn.coalesce(fn.max('number'), lit(0)), '+', 1).as('next'))
        .where('order_id', '=', row.order_id),
    }))
    .returningAll()
    .executeTakeFirstOrThrow();

export const insertFile = (tx: Db, row: Insertable<DeliveryFile>) =>
  tx.insertInto('delivery_files').values(row).execute();

/** Counts uploaded files that are not part of a delivery yet. */
export const countUnattachedFiles = async (db: Db, orderId: string): Promise<number> => {
  const { files } = await db
    .selectFrom('delivery_files')
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .where('order_id', '=', orderId)
    .where('delivery_id', 'is', null)
    .executeTakeFirstOrThrow();
  return files;
};

export const attachFiles = (tx: Db, orderId: string, deliveryId: string) =>
  tx
    .updateTable('delivery_files')
    .set({ delivery_id: deliveryId })
    .where('order_id', '=', orderId)
    .where('delivery_id', 'is', null)
    .execute();

export const deleteUnattachedFile = (tx: Db, orderId: string, id: string) =>
  tx
    .deleteFrom('delivery_files')
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where('delivery_id', 'is', null)
    .returning('id')
    .executeTakeFirst();

export const hasDelivery = (db: Db, orderId: string) =>
  hasRow(db.selectFrom('deliveries').select('id').where('order_id', '=', orderId).limit(1));

export const listDeliveries = (db: Db, orderId: string) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();

export const listFiles = (db: Db, orderId: string) =>
  db
    .selectFrom('delivery_files')
    .select(['id', 'delivery_id', 'name', 'size'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

const lengthOf = sql<number>`octet_length(delivery_files.bytes)`.as('length');

/** Finds a delivered file if this buyer owns its order. */
export const findFileOfBuyer = (db: Db, buyerId: string, id: string) =>
  db
    .selectFrom('delivery_files')
    .innerJoin('orders', 'orders.id', 'delivery_files.order_id')
    .select(['delivery_files.id', 'name', lengthOf])
    .where('delivery_files.id', '=', id)
    .where('delivery_id', 'is not', null)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();

export const findFile = (db: Db, id: string) =>
  db
    .selectFrom('delivery_files')
    .select(['id', 'name', lengthOf])
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * Lists orders whose latest delivery is older than this time and unanswered. A revision request is an answer.
 */
export const listUnansweredDeliveries = (db: Db, before: string) =>
  db
    .selectFrom('orders')
    .innerJoin('deliveries', 'deliveries.order_id', 'orders.id')
    .select('orders.id')
    .where('status', '=', 'Delivered')
    .where('balance', '>', 0)
    .where('orders.id', 'not in', ordersWithOpenRequest(db))
    .groupBy('orders.id')
    .having((eb) => eb(eb.fn.max('deliveries.created_at'), '<', before))
    .execute();
