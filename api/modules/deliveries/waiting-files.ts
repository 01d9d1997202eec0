import type { Insertable } from 'kysely';
import pLimit from 'p-limit';
import type { Db } from '../../../db/database.ts';
import { type Range, readBytes, type StoredFile } from '../../../db/files/file-store.ts';
import { nameFile } from '../../../db/files/stored-files.ts';
import type { DeliveryFile, DeliveryPicture, Order } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { drawPicture, FOR_OWNER } from '../../platform/files/draw-picture.ts';
import type { PictureFormat } from '../../platform/files/draw-picture-process.ts';
import { DRAWING_SECONDS, PICTURE_REFUSED } from '../../platform/files/limits.ts';
import { parseImageDataUrl, pictureFormatOf } from '../../platform/files/picture-type.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { opensWhenPaid } from '../orders/agreements/write-agreement.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { findOrder } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { MAX_DRAWN_BYTES, MAX_FILES, TOO_MANY_FILES, UNKNOWN_FILE } from './rules.ts';

// Files and links that the owner has uploaded for the next delivery.

export async function addLink(services: Services, orderId: string, name: string, address: string) {
  const { db } = services.store;
  if (!(await findOrder(db, orderId))) throw new ApiError(404, UNKNOWN_ORDER);
  await requireRoom(db, orderId);
  const link = { name, size: 0, address };
  return transaction(services, (tx) => insertFile(tx, services, orderId, link));
}

/** Throws unless there is room in the next delivery for one more file or link beside those on their way. */
export async function requireRoom(db: Db, orderId: string): Promise<void> {
  const there = await waitingFiles(db, orderId)
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .executeTakeFirstOrThrow();
  const coming = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .where('order_id', '=', orderId)
    .where('file_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (there.files + coming.files >= MAX_FILES) throw new ApiError(409, TOO_MANY_FILES);
}

type NewFile = Pick<Insertable<DeliveryFile>, 'name' | 'size' | 'file_hash' | 'address'>;

/** Adds a file or link to the next delivery, with what is shown of it. */
export async function insertFile(
  tx: Db,
  { clock }: Services,
  orderId: string,
  file: NewFile,
  pictures: Drawn = [],
) {
  const id = newId();
  const row = { ...file, id, order_id: orderId, delivery_id: null, created_at: iso(clock()) };
  if (file.file_hash) await nameFile(tx, { hash: file.file_hash });
  await tx.insertInto('delivery_files').values(row).execute();
  await storeFilePictures(tx, id, pictures);
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
  const drawn = picture ? await draw(services, order, picture) : [];
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

type Drawn = Omit<DeliveryPicture, 'file_id'>[];

/** Of so many bytes the type of a file is known. */
const TYPE_BYTES = 4_100;
/** A picture is in memory while it is drawn. */
const inMemory = pLimit(1);

/** Draws a stored file; empty if it is no picture, is too large or cannot be drawn. */
export function drawStoredFile(
  services: Services,
  order: Order,
  { hash, size }: StoredFile,
): Promise<Drawn> {
  const bytesOf = (range?: Range) => readBytes(services.files, hash, range);
  return inMemory(async () => {
    if (size > MAX_DRAWN_BYTES) return [];
    const format = await pictureFormatOf(
      await bytesOf({ from: 0, length: Math.min(size, TYPE_BYTES) }),
    );
    return format ? draw(services, order, { bytes: await bytesOf(), format }) : [];
  });
}

/**
 * Draws what is shown of a picture, without its metadata: all of it, and for an order whose files open with a payment a
 * smaller one with order and name over it.
 */
async function draw(
  { store, files }: Services,
  order: Order,
  file: { bytes: Buffer; format: PictureFormat },
): Promise<Drawn> {
  const marks = [`Preview #${orderNumber(order.id)}`, order.buyer_name];
  const pictures = (await opensWhenPaid(store.db, order.id))
    ? [WHOLE, { ...PREVIEW, marks }]
    : [WHOLE];
  const drawn = await drawPicture({ ...file, pictures, seconds: DRAWING_SECONDS }, FOR_OWNER);
  const stored: Drawn = [];
  for (const { width, height, bytes } of drawn?.pictures ?? []) {
    const kind = stored.length === 0 ? 'whole' : 'preview';
    stored.push({ kind, width, height, file_hash: (await files.write(bytes)).hash });
  }
  return stored;
}

export const storeFilePictures = async (tx: Db, file_id: string, drawn: Drawn): Promise<void> => {
  await tx.deleteFrom('delivery_pictures').where('file_id', '=', file_id).execute();
  if (drawn.length === 0) return;
  for (const { file_hash } of drawn) await nameFile(tx, { hash: file_hash });
  const rows = drawn.map((picture) => ({ file_id, ...picture }));
  await tx.insertInto('delivery_pictures').values(rows).execute();
};
