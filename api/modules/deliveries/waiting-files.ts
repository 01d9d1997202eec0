import type { Insertable } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { DeliveryFile, DeliveryPicture, Order } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { drawPicture, FOR_OWNER } from '../../platform/files/draw-picture.ts';
import type { PictureFormat } from '../../platform/files/draw-picture-process.ts';
import { DRAWING_SECONDS, PICTURE_REFUSED } from '../../platform/files/limits.ts';
import { PICTURE_FORMATS, parseImageDataUrl } from '../../platform/files/picture-type.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { opensWhenPaid } from '../orders/agreements/write-agreement.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { findOrder } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { FILE_REFUSED, MAX_FILE_BYTES, MAX_FILES, TOO_MANY_FILES, UNKNOWN_FILE } from './rules.ts';

// Files and links that the owner has uploaded for the next delivery.

/** Adds a file with what is shown of it. */
export async function addFile(services: Services, orderId: string, name: string, bytes: Buffer) {
  const order = await requireRoom(services, orderId);
  if (bytes.length > MAX_FILE_BYTES) throw new ApiError(413, FILE_REFUSED);
  const pictures = await drawDeliveredFile(services.store.db, order, bytes);
  return insertFile(services, order, { name, size: bytes.length, bytes }, pictures);
}

/** Adds a link; the address is its bytes. */
export async function addLink(services: Services, orderId: string, name: string, address: string) {
  const order = await requireRoom(services, orderId);
  return insertFile(services, order, { name, size: 0, bytes: Buffer.from(address), is_link: 1 });
}

/** An order for whose next delivery there is room for one more file or link. */
async function requireRoom({ store: { db } }: Services, id: string): Promise<Order> {
  const order = await findOrder(db, id);
  if (!order) throw new ApiError(404, UNKNOWN_ORDER);
  const { files } = await waitingFiles(db, id)
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .executeTakeFirstOrThrow();
  if (files >= MAX_FILES) throw new ApiError(409, TOO_MANY_FILES);
  return order;
}

type NewFile = Pick<Insertable<DeliveryFile>, 'name' | 'size' | 'bytes' | 'is_link'>;

async function insertFile(services: Services, order: Order, file: NewFile, pictures: Drawn = []) {
  const id = newId();
  const created_at = iso(services.clock());
  const row = { ...file, id, order_id: order.id, delivery_id: null, created_at };
  await transaction(services, async (tx) => {
    await tx.insertInto('delivery_files').values(row).execute();
    await storeFilePictures(tx, id, pictures);
  });
  return { _id: id, name: file.name, size: file.size };
}

/** Shows a picture of a file that is none itself. */
export async function addPictureOf(
  services: Services,
  { orderId, file, data }: { orderId: string; file: string; data: string },
): Promise<void> {
  const { db } = services.store;
  const order = await findOrder(db, orderId);
  if (!order) throw new ApiError(404, UNKNOWN_FILE);
  await requireWaiting(db, orderId, file);
  const picture = await parseImageDataUrl(data);
  const drawn = picture ? await drawDeliveredFile(db, order, picture.bytes) : [];
  if (drawn.length === 0) throw new ApiError(400, PICTURE_REFUSED, { field: 'data' });
  await transaction(services, async (tx) => {
    await requireWaiting(tx, orderId, file);
    await storeFilePictures(tx, file, drawn);
  });
}

async function requireWaiting(db: Db, orderId: string, id: string): Promise<void> {
  const found = await waitingFiles(db, orderId)
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new ApiError(404, UNKNOWN_FILE);
}

export const removeFile = (services: Services, orderId: string, id: string): Promise<void> =>
  transaction(services, async (tx) => {
    const gone = await tx
      .deleteFrom('delivery_files')
      .where('order_id', '=', orderId)
      .where('id', '=', id)
      .where('delivery_id', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw new ApiError(404, UNKNOWN_FILE);
  });

const waitingFiles = (db: Db, orderId: string) =>
  db.selectFrom('delivery_files').where('order_id', '=', orderId).where('delivery_id', 'is', null);

const WHOLE = { width: 2_048, height: 2_048, fit: 'inside', as: 'webp', quality: 84 } as const;
const PREVIEW = { width: 1_000, height: 1_000, fit: 'inside', as: 'webp', quality: 60 } as const;

type Drawn = Omit<DeliveryPicture, 'file_id' | 'file_hash'>[];

/**
 * Draws what is shown of a picture, without its metadata: all of it, and for an order whose files open with a payment a
 * smaller one with order and name over it. Empty for a file that is no picture or cannot be drawn.
 */
async function drawDeliveredFile(db: Db, order: Order, bytes: Buffer): Promise<Drawn> {
  // Imported on first use, so that an idle app needs less memory.
  const { fileTypeFromBuffer } = await import('file-type');
  const format = PICTURE_FORMATS[(await fileTypeFromBuffer(bytes))?.mime ?? ''];
  return format ? draw(db, order, { bytes, format }) : [];
}

async function draw(
  db: Db,
  order: Order,
  file: { bytes: Buffer; format: PictureFormat },
): Promise<Drawn> {
  const marks = [`Preview #${orderNumber(order.id)}`, order.buyer_name];
  const pictures = (await opensWhenPaid(db, order.id)) ? [WHOLE, { ...PREVIEW, marks }] : [WHOLE];
  const drawn = await drawPicture({ ...file, pictures, seconds: DRAWING_SECONDS }, FOR_OWNER);
  return (drawn?.pictures ?? []).map(({ width, height, bytes }, at) => ({
    ...{ kind: at === 0 ? ('whole' as const) : ('preview' as const), width, height, bytes },
  }));
}

export const storeFilePictures = async (tx: Db, file_id: string, drawn: Drawn): Promise<void> => {
  await tx.deleteFrom('delivery_pictures').where('file_id', '=', file_id).execute();
  if (drawn.length === 0) return;
  const rows = drawn.map((picture) => ({ file_id, ...picture }));
  await tx.insertInto('delivery_pictures').values(rows).execute();
};
