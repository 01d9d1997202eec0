import type { Db } from '../../../db/database.ts';
import { FileMissing } from '../../../db/files/file-store.ts';
import { forgetFiles, nameFile } from '../../../db/files/stored-files.ts';
import { updatesRow } from '../../../db/query-results.ts';
import type { Order, Upload } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { DAY, HOUR, iso, later } from '../../platform/clock.ts';
import { freeBytes } from '../../platform/disk.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Limit } from '../../platform/rate-limiting/rate-limiter.ts';
import type { Services } from '../../platform/services.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { findOrder, getOrder, lockOrder } from '../orders/queries.ts';
import { isToBeDelivered } from '../orders/rules.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import {
  MANY_UPLOADS,
  MAX_ORDER_BYTES,
  MAX_UPLOADS,
  NO_DISK,
  NOTHING_TO_DELIVER,
  ORDER_FULL,
  UNKNOWN_UPLOAD,
  UPLOAD_LONGER,
  UPLOAD_LOST,
  UPLOAD_MOVED,
  UPLOADS_FAST,
  uploadMissing,
} from './rules.ts';
import { drawStoredFile, insertFile, requireRoom } from './waiting-files.ts';

// Files on their way to the next delivery. Each piece is a file of the store, which a row names, and the last one makes the
// whole of them: so every process can take the next piece, and one that is killed has added a piece or has not.

/** Uploads that a person begins. */
export const UPLOADS: Limit = {
  name: 'delivery uploads',
  most: 300,
  per: HOUR,
  text: UPLOADS_FAST,
};

const KEPT_FOR = DAY;
/** What the disk keeps for everything else. */
const DISK_RESERVE = 200 * 1024 * 1024;

/** `modified` tells a file from a later state of it that is as large. */
export type Declared = Pick<Upload, 'name' | 'size' | 'modified'>;

/** Begins an upload, or finds the unfinished one of the same file. */
export async function beginUpload(
  services: Services,
  orderId: string,
  file: Declared,
  free = freeBytes,
): Promise<Pick<Upload, 'id' | 'received'>> {
  // A folder that is not there yet is made by the first write, which says what is wrong with one that cannot be.
  const room = await free(services.config.files.dir).catch(() => Number.POSITIVE_INFINITY);
  return transaction(services, async (tx) => {
    await lockOrder(tx, orderId);
    const order = await findOrder(tx, orderId);
    if (!order) throw new ApiError(404, UNKNOWN_ORDER);
    requireOpen(order, 409);
    const coming = await unfinished(tx).execute();
    const open = coming.filter(({ order_id }) => order_id === orderId);
    const known = open.find(
      ({ name, size, modified }) =>
        name === file.name && size === file.size && modified === file.modified,
    );
    if (known) return known;
    if (open.length >= MAX_UPLOADS) throw new ApiError(409, MANY_UPLOADS);
    await requireRoom(tx, orderId);
    const bytes = sumOf(open) + file.size;
    if (bytes + (await countBytes(tx, orderId)) > MAX_ORDER_BYTES)
      throw new ApiError(409, ORDER_FULL);
    // Until the end there are the pieces and the whole.
    if (2 * (sumOf(coming) + file.size) + DISK_RESERVE > room) throw new ApiError(503, NO_DISK);
    const upload = { ...file, id: newId(), order_id: orderId, received: 0, file_id: null };
    await tx
      .insertInto('uploads')
      .values({ ...upload, created_at: iso(services.clock()) })
      .execute();
    return upload;
  });
}

const sumOf = (uploads: Upload[]): number => uploads.reduce((sum, { size }) => sum + size, 0);

/** A piece for an order that has ended is answered with 410, because a client repeats what was answered with 409. */
function requireOpen({ shown_status: orderStatus }: Order, status: 409 | 410 = 410): void {
  if (!isToBeDelivered({ orderStatus })) throw new ApiError(status, NOTHING_TO_DELIVER);
}

const unfinished = (db: Db) => db.selectFrom('uploads').selectAll().where('file_id', 'is', null);

async function countBytes(tx: Db, orderId: string): Promise<number> {
  const { bytes } = await tx
    .selectFrom('delivery_files')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** The files on their way to an order, for those who work on it. */
export const listUploads = async (db: Db, orderId: string) =>
  (await unfinished(db).where('order_id', '=', orderId).orderBy('created_at').execute()).map(
    ({ id, name, size, modified, received }) => ({ _id: id, name, size, modified, received }),
  );

export async function findUpload(db: Db, orderId: string, id: string): Promise<Upload> {
  const upload = await db
    .selectFrom('uploads')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!upload) throw new ApiError(404, UNKNOWN_UPLOAD);
  return upload;
}

interface Piece {
  offset: number;
  bytes: Uint8Array;
}

/** Adds a piece, the last of which makes the file; returns how much has arrived. */
export async function addPiece(
  services: Services,
  { orderId, id }: { orderId: string; id: string },
  piece: Piece,
): Promise<number> {
  const { db } = services.store;
  const upload = await findUpload(db, orderId, id);
  if (upload.received !== piece.offset) throw new ApiError(409, UPLOAD_MOVED);
  requireOpen(await getOrder(db, orderId));
  const received = piece.offset + piece.bytes.length;
  if (received > upload.size) throw new ApiError(413, UPLOAD_LONGER);
  if (received === piece.offset) return received;
  if (received === upload.size) await finishing(id, () => finish(services, upload, piece));
  else await storePiece(services, upload, piece);
  return received;
}

async function storePiece(services: Services, upload: Upload, { offset, bytes }: Piece) {
  const stored = await services.files.write(bytes);
  // The audit log names the file once, when it is whole.
  await transaction({ ...services, aroundTransaction: undefined }, async (tx) => {
    await advance(tx, upload, { received: offset + bytes.length });
    const file_hash = await nameFile(tx, stored);
    await tx
      .insertInto('upload_pieces')
      .values({ upload_id: upload.id, at: offset, file_hash })
      .execute();
  });
}

/** Only one of those who send the same piece moves the offset, at whichever process. */
async function advance(
  tx: Db,
  { id, received }: Upload,
  to: { received: number; file_id?: string },
): Promise<void> {
  const moves = tx
    .updateTable('uploads')
    .set(to)
    .where('id', '=', id)
    .where('received', '=', received)
    .where('file_id', 'is', null);
  if (!(await updatesRow(moves))) throw new ApiError(409, UPLOAD_MOVED);
}

/** A last piece that is sent again while the file is made waits for the same result. */
const finishing = createSingleFlight<void>();

async function finish(services: Services, upload: Upload, last: Piece): Promise<void> {
  const { db } = services.store;
  const stored = await services.files
    .write(wholeOf(services, upload, last))
    .catch(async (error: unknown) => {
      if (!(error instanceof FileMissing)) throw error;
      // Without a piece it can only begin again.
      await transaction(services, (tx) => deleteUploads(tx, [upload.id]));
      throw new ApiError(410, UPLOAD_LOST, { cause: error });
    });
  const pictures = await drawStoredFile(services, await getOrder(db, upload.order_id), stored);
  const row = { name: upload.name, size: upload.size, file_hash: stored.hash };
  await transaction(services, async (tx) => {
    await lockOrder(tx, upload.order_id);
    requireOpen(await getOrder(tx, upload.order_id));
    const file = await insertFile(tx, services, upload.order_id, row, pictures);
    await advance(tx, upload, { received: upload.size, file_id: file._id });
    await deletePieces(tx, [upload.id]);
  });
}

async function* wholeOf({ store, files }: Services, { id }: Upload, last: Piece) {
  const pieces = store.db
    .selectFrom('upload_pieces')
    .select('file_hash')
    .where('upload_id', '=', id);
  for (const { file_hash } of await pieces.orderBy('at').execute())
    yield* await files.read(file_hash);
  yield last.bytes;
}

async function deletePieces(tx: Db, uploads: string[]): Promise<void> {
  const gone = tx
    .deleteFrom('upload_pieces')
    .where('upload_id', 'in', uploads)
    .returning('file_hash');
  const hashes = (await gone.execute()).map(({ file_hash }) => file_hash);
  await forgetFiles(tx, hashes);
}

async function deleteUploads(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await deletePieces(tx, ids);
  await tx.deleteFrom('uploads').where('id', 'in', ids).execute();
}

/** Gives an upload up; one that is a file by now stays. */
export const removeUpload = (services: Services, orderId: string, id: string): Promise<void> =>
  transaction(services, async (tx) => {
    const upload = await findUpload(tx, orderId, id);
    if (upload.file_id !== null) throw new ApiError(404, UNKNOWN_UPLOAD);
    await deleteUploads(tx, [id]);
  });

/** Deletes what was not finished within a day, and what is only remembered for those who ask again. */
export const deleteOldUploads = (services: Services): Promise<void> =>
  transaction(services, async (tx) => {
    const old = await tx
      .selectFrom('uploads')
      .select('id')
      .where('created_at', '<=', later(services.clock(), -KEPT_FOR))
      .execute();
    await deleteUploads(
      tx,
      old.map(({ id }) => id),
    );
  });

/** Refuses to deliver while a file is on its way that was chosen by then. */
export async function requireUploaded(tx: Db, orderId: string, by: string): Promise<void> {
  const missing = await unfinished(tx)
    .where('order_id', '=', orderId)
    .where('created_at', '<=', by)
    .executeTakeFirst();
  if (missing) throw new ApiError(409, uploadMissing(missing.name));
}
