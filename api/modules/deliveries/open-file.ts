import type { Context } from 'hono';
import type { Db } from '../../../db/database.ts';
import { readBytes } from '../../../db/files/file-store.ts';
import { goneIfMissing, sendStored } from '../../platform/files/send-file.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { price } from '../../platform/money/rules.ts';
import { requireVerifiedUser } from '../accounts/guards.ts';
import { getOrder } from '../orders/queries.ts';
import { findClosingInstalment } from '../payments/close-unpaid.ts';
import { toInstalmentDtos } from '../payments/dto.ts';
import { listInstalments } from '../payments/queries.ts';
import { readArchive } from './read-archive.ts';
import { UNKNOWN_FILE } from './rules.ts';

/** A buyer, or with null the owner and assistants: the routes of the dashboard check who calls. */
export type Reader = string | null;

export const buyerOf = (c: Context<Env>): Reader => requireVerifiedUser(c).id;

/**
 * The files of which somebody may know. Nothing else finds their content, so everything that could answer them begins here.
 * The owner opens every file, also one that is not delivered yet; a buyer those delivered to them, unless the agreement
 * keeps them closed until a part is paid.
 */
export const filesFor = (db: Db, reader: Reader) =>
  db
    .selectFrom('delivery_files')
    .innerJoin('orders', 'orders.id', 'delivery_files.order_id')
    .$if(reader !== null, (query) =>
      query.where('delivery_id', 'is not', null).where('buyer_id', '=', reader),
    );

/** Finds a file for somebody who may know of it, and says whether its bytes are open to them. */
async function findFileFor(db: Db, id: string, reader: Reader) {
  const file = await filesFor(db, reader)
    .select(['delivery_files.id', 'delivery_files.order_id', 'name', 'size', 'files_closed'])
    .select(['file_hash', 'delivery_files.address'])
    .where('delivery_files.id', '=', id)
    .executeTakeFirst();
  if (!file) throw new ApiError(404, UNKNOWN_FILE);
  return { ...file, isOpen: reader === null || !file.files_closed };
}

const POLICY = "default-src 'none'; sandbox";

/** Finds a file whose bytes are open to somebody. One that is closed is answered with the part to pay. */
async function requireOpenFile(db: Db, id: string, reader: Reader) {
  const file = await findFileFor(db, id, reader);
  if (!file.isOpen) throw await closedError(db, file.order_id);
  return file;
}

/** What is known of the content of a file that is open to somebody. */
export const requireOpenContent = async (db: Db, id: string, reader: Reader) => {
  const { file_hash } = await requireOpenFile(db, id, reader);
  return db
    .selectFrom('files')
    .select(['hash', 'size', 'crc32'])
    .where('hash', '=', file_hash)
    .executeTakeFirstOrThrow();
};

/** Sends the file as a download, never displayed in the browser, and leads to the address of a link. */
export async function sendFile(c: Context<Env>, id: string, reader: Reader) {
  const { name, size, ...file } = await requireOpenFile(c.var.services.store.db, id, reader);
  if (file.file_hash === null) {
    c.header('Cache-Control', 'private, no-store');
    return c.redirect(file.address ?? '');
  }
  return sendStored(
    c,
    { hash: file.file_hash, size, etag: `"${file.id}"` },
    {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': contentDisposition('attachment', name),
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'private, no-store',
    },
  );
}

/** Sends the names in an open archive, which are part of its bytes; null if it cannot be read. */
export async function sendArchive(c: Context<Env>, id: string, reader: Reader) {
  const { store, files } = c.var.services;
  const { file_hash, size } = await requireOpenFile(store.db, id, reader);
  const archive = file_hash
    ? await readArchive((at) => readBytes(files, file_hash, at).catch(goneIfMissing), size)
    : null;
  c.header('Cache-Control', 'private, no-store');
  return c.json({ success: true as const, archive });
}

/** Why a file is not answered, and what opens it. */
async function closedError(db: Db, orderId: string): Promise<ApiError> {
  const order = await getOrder(db, orderId);
  const closing = await findClosingInstalment(db, order);
  const instalments = toInstalmentDtos(await listInstalments(db, orderId));
  const part = instalments.find(({ _id }) => _id === closing?.id);
  const message = part
    ? `The files open with ${part.name}, ${price(part.amount - part.taxDeducted, order.currency)}. Pay it on the page of the order.`
    : 'Tax was deducted from what was paid: the files open when the seller has its certificate, or before if they agree.';
  return new ApiError(402, message, { details: { part } });
}

/** The pictures of the newest delivery's files that are open to a buyer. */
export const listOpenPictures = (db: Db, orderId: string, reader: string) =>
  filesFor(db, reader)
    .innerJoin('delivery_pictures', 'delivery_pictures.file_id', 'delivery_files.id')
    .select(['delivery_files.id', 'delivery_files.name', 'delivery_pictures.file_hash'])
    .where('delivery_files.order_id', '=', orderId)
    .where('orders.files_closed', '=', 0)
    .where('delivery_pictures.kind', '=', 'whole')
    .where('delivery_id', '=', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('deliveries.id')
        .where('deliveries.order_id', '=', orderId)
        .orderBy('number', 'desc')
        .limit(1),
    )
    .orderBy('delivery_files.created_at')
    .orderBy('delivery_files.id')
    .execute();

/** Sends the picture of a file that its reader may see: all of it, or a preview while the file is closed. */
export async function sendFilePicture(c: Context<Env>, id: string, reader: Reader) {
  const { db } = c.var.services.store;
  const file = await findFileFor(db, id, reader);
  const kind = file.isOpen ? 'whole' : 'preview';
  const picture = await db
    .selectFrom('delivery_pictures')
    .innerJoin('files', 'files.hash', 'delivery_pictures.file_hash')
    .select(['hash', 'size'])
    .where('file_id', '=', file.id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!picture) throw new ApiError(404, UNKNOWN_FILE);
  return sendStored(c, picture, {
    'Content-Type': 'image/webp',
    'Content-Disposition': 'inline',
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-store',
  });
}
