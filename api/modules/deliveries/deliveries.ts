import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { filesFor, type Reader } from './open-file.ts';

/** The deliveries of these orders, the oldest first. */
export const listVersions = (db: Db, orderIds: string[]) =>
  db
    .selectFrom('deliveries')
    .selectAll()
    // PostgreSQL takes no empty list.
    .where('order_id', 'in', [...orderIds, ''])
    .orderBy('number')
    .execute();

/**
 * The deliveries of an order, oldest first, and for the owner the files for the next one. Links that are open to the reader
 * have their addresses.
 */
export async function readDeliveries(
  db: Db,
  order: Pick<Order, 'id' | 'files_closed'>,
  reader: Reader,
) {
  const [rows, files, pins] = await Promise.all([
    listVersions(db, [order.id]),
    listFiles(db, order.id, reader),
    listPinNumbers(db, order.id),
  ]);
  const isOpen = reader === null || !order.files_closed;
  const filesOf = (deliveryId: string | null) =>
    files
      .filter((file) => file.delivery_id === deliveryId)
      .map(({ id, name, size, address, note, width, height }) => ({
        ...{ _id: id, name, size, note },
        picture: width !== null && height !== null ? { width, height } : null,
        ...(address === null ? {} : linkTo(isOpen ? address : undefined)),
        ...openPins(pins.filter((pin) => pin.file_id === id && pin.resolved_at === null).length),
      }));
  return {
    deliveries: rows.map((row) => ({
      _id: row.id,
      number: row.number,
      message: row.message,
      corrects: row.corrects,
      createdAt: row.created_at,
      files: filesOf(row.id),
      ...answeredPins(pins.filter(({ answered_in }) => answered_in === row.id)),
    })),
    waiting: filesOf(null),
    /** Whether the files open with a payment that has not arrived. */
    isClosed: order.files_closed === 1,
  };
}

/** A link, without its address while it is closed. */
const linkTo = (
  address: string | undefined,
): { isLink?: true | undefined; address?: string | undefined } => ({
  isLink: true,
  ...(address ? { address } : {}),
});

/** How many open pins a file has, if any. */
const openPins = (count: number): { pins?: number | undefined } =>
  count > 0 ? { pins: count } : {};

/** The pins of earlier versions that a delivery answers, if any. */
const answeredPins = (
  pins: { version: number; number: number }[],
): { answers?: { version: number; number: number }[] | undefined } =>
  pins.length > 0 ? { answers: pins.map(({ version, number }) => ({ version, number })) } : {};

/** The files of an order with the sizes of their pictures, and the addresses of links. */
const listFiles = (db: Db, orderId: string, reader: Reader) =>
  filesFor(db, reader)
    .leftJoin('delivery_pictures as picture', (join) =>
      join.onRef('picture.file_id', '=', 'delivery_files.id').on('picture.kind', '=', 'whole'),
    )
    .select(['delivery_files.id', 'delivery_id', 'name', 'size', 'delivery_files.address', 'note'])
    .select(['picture.width', 'picture.height'])
    .where('delivery_files.order_id', '=', orderId)
    .orderBy('delivery_files.created_at')
    .orderBy('delivery_files.id')
    .execute();

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
