import type { Context } from 'hono';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { hasRow } from '../../../../db/query-results.ts';
import type { Delivery, DeliveryFile, Order } from '../../../../db/schema.ts';
import { transaction } from '../../../../db/transaction.ts';
import { emit } from '../../../platform/events.ts';
import { streamFile } from '../../../platform/files/stored-file.ts';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { requireVerifiedUser } from '../../accounts/guards.ts';
import { revisionDelivered } from '../events.ts';
import { isQuoted } from '../queries.ts';
import { completeApproved } from '../revisions/revisions.ts';

import { rejection, type Step, transitionOrderIn } from '../transition-order.ts';
import { UNKNOWN_FILE } from './texts.ts';

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

/** A buyer may open the delivered files of their own orders. */
export async function downloadFileOfBuyer(c: Context<Env>, id: string) {
  const buyerId = requireVerifiedUser(c).id;
  return sendFile(c, await findFileOfBuyer(c.var.services.store.db, buyerId, id));
}

/** The owner may open every file, also one that is not delivered yet. The routes of the dashboard check who calls. */
export async function downloadFileAsOwner(c: Context<Env>, id: string) {
  return sendFile(c, await findFile(c.var.services.store.db, id));
}

/** Sends the file as a download, never displayed in the browser. */
function sendFile(c: Context<Env>, file: { id: string; name: string; length: number } | undefined) {
  if (!file) throw new ApiError(404, UNKNOWN_FILE);
  const bytes = streamFile(c.var.services.store.db, { table: 'delivery_files', ...file });
  return c.body(bytes, 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(file.length),
    'Content-Disposition': contentDisposition('attachment', file.name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
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

const lengthOf = sql<number>`octet_length(delivery_files.bytes)`.as('length');

/** Finds a delivered file if this buyer owns its order. */
const findFileOfBuyer = (db: Db, buyerId: string, id: string) =>
  db
    .selectFrom('delivery_files')
    .innerJoin('orders', 'orders.id', 'delivery_files.order_id')
    .select(['delivery_files.id', 'name', lengthOf])
    .where('delivery_files.id', '=', id)
    .where('delivery_id', 'is not', null)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst();

const findFile = (db: Db, id: string) =>
  db
    .selectFrom('delivery_files')
    .select(['id', 'name', lengthOf])
    .where('id', '=', id)
    .executeTakeFirst();
