import type { Insertable } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { hasRow } from '../../../../db/query-results.ts';
import type { Delivery, DeliveryFile } from '../../../../db/schema.ts';
import { hasClosedFiles } from './hand-overs.ts';

/** The deliveries of an order, oldest first, and the files for the next one. */
export async function toDeliveryDtos(db: Db, orderId: string) {
  const [rows, files, isClosed] = await Promise.all([
    listDeliveries(db, orderId),
    listFiles(db, orderId),
    hasClosedFiles(db, orderId),
  ]);
  const pictures = await listPictures(db, orderId);
  const pins = await listPinNumbers(db, orderId);
  const filesOf = (deliveryId: string | null) =>
    files
      .filter((file) => file.delivery_id === deliveryId)
      .map(({ id, name, size, is_link }) => ({
        ...{ _id: id, name, size, picture: pictures.get(id) ?? null },
        ...(is_link ? LINK : {}),
        ...openPins(pins.filter((pin) => pin.file_id === id && pin.resolved_at === null).length),
      }));
  return {
    deliveries: rows.map((row) => ({
      _id: row.id,
      number: row.number,
      message: row.message,
      createdAt: row.created_at,
      files: filesOf(row.id),
      ...answeredPins(pins.filter(({ answered_in }) => answered_in === row.id)),
    })),
    waiting: filesOf(null),
    /** Whether the files open with a payment that has not arrived. */
    isClosed,
  };
}

/** A link, whose address is read where it is known who may have it. */
const LINK: { isLink?: true | undefined; address?: string | undefined } = { isLink: true };

/** How many open pins a file has, if any. */
const openPins = (count: number): { pins?: number | undefined } =>
  count > 0 ? { pins: count } : {};

/** The pins of earlier versions that a delivery answers, if any. */
const answeredPins = (
  pins: { version: number; number: number }[],
): { answers?: { version: number; number: number }[] | undefined } =>
  pins.length > 0 ? { answers: pins.map(({ version, number }) => ({ version, number })) } : {};

const listPinNumbers = (db: Db, orderId: string) =>
  db
    .selectFrom('delivery_pins')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_pins.delivery_id')
    .select(['file_id', 'answered_in', 'resolved_at', 'deliveries.number as version'])
    .select('delivery_pins.number')
    .where('delivery_pins.order_id', '=', orderId)
    .orderBy('version')
    .orderBy('delivery_pins.number')
    .execute();

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

export const findUnattachedFile = (db: Db, orderId: string, id: string) =>
  db
    .selectFrom('delivery_files')
    .select('id')
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where('delivery_id', 'is', null)
    .executeTakeFirst();

/** The sizes of the pictures of files, by file. */
async function listPictures(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('delivery_pictures')
    .innerJoin('delivery_files', 'delivery_files.id', 'delivery_pictures.file_id')
    .select(['file_id', 'width', 'height'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'whole')
    .execute();
  return new Map(rows.map(({ file_id, ...size }) => [file_id, size]));
}

export const findNewestDelivery = (db: Db, orderId: string): Promise<Delivery | undefined> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)
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
    .select(['id', 'delivery_id', 'name', 'size', 'is_link'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
