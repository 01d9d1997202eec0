import type { Insertable } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { hasRow } from '../../../../db/query-results.ts';
import type { Delivery, DeliveryFile, Order } from '../../../../db/schema.ts';
import { transaction } from '../../../../db/transaction.ts';
import { emit } from '../../../platform/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { revisionDelivered } from '../events.ts';
import { isQuoted } from '../queries.ts';
import { completeApproved } from '../revisions/revisions.ts';
import { rejection, type Step, transitionOrderIn } from '../transition-order.ts';

/**
 * Delivers a message and the waiting files as the next version. Completes the approved revisions. The owner has
 * agreed to an order that was made from a quote: delivering it begins the work as well.
 */
export function deliverOrder(services: Services, id: string, message: string): Promise<Order> {
  const delivery: Step = {
    to: 'Delivered',
    by: 'owner',
    async also(tx, order, now) {
      const row = { id: newId(), order_id: order.id, message, created_at: now };
      const delivered = await insertDelivery(tx, row);
      await attachFiles(tx, order.id, delivered.id);
      for (const revision of await completeApproved(tx, order.id, now)) {
        const decision = { order, revision, status: 'Completed' as const, at: now };
        await emit(tx, services, revisionDelivered, decision);
      }
    },
  };
  return transaction(services, async (tx) => {
    if (await isQuoted(tx, id)) {
      await transitionOrderIn(tx, services, id, { to: 'Accepted', by: 'owner' });
    }
    const order = await transitionOrderIn(tx, services, id, delivery);
    if (!order) throw await rejection(tx, id, delivery);
    return order;
  });
}

/** The deliveries of an order, oldest first, and the files for the next one. */
export async function toDeliveryDtos(db: Db, orderId: string) {
  const [rows, files] = await Promise.all([listDeliveries(db, orderId), listFiles(db, orderId)]);
  const filesOf = (deliveryId: string | null) =>
    files
      .filter((file) => file.delivery_id === deliveryId)
      .map(({ id, name, size }) => ({ _id: id, name, size }));
  return {
    deliveries: rows.map((row) => ({
      _id: row.id,
      number: row.number,
      message: row.message,
      createdAt: row.created_at,
      files: filesOf(row.id),
    })),
    waiting: filesOf(null),
  };
}

const insertDelivery = (tx: Db, row: Omit<Insertable<Delivery>, 'number'>) =>
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

const attachFiles = (tx: Db, orderId: string, deliveryId: string) =>
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

const listDeliveries = (db: Db, orderId: string) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();

const listFiles = (db: Db, orderId: string) =>
  db
    .selectFrom('delivery_files')
    .select(['id', 'delivery_id', 'name', 'size'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
