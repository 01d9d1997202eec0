import type { Context } from 'hono';
import { sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { hasRow } from '../../../../db/query-results.ts';
import { readPiece, streamFile } from '../../../platform/files/stored-file.ts';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { requireVerifiedUser } from '../../accounts/guards.ts';
import { toDeliveryDtos } from '../../orders/deliveries/deliveries.ts';
import { closedOrders } from '../../orders/deliveries/hand-overs.ts';
import { UNKNOWN_FILE } from '../../orders/deliveries/texts.ts';
import { getOrder } from '../../orders/queries.ts';
import { toInstalmentDtos } from '../dto.ts';
import { listInstalments } from '../queries.ts';
import { findClosingInstalment } from './hand-over.ts';
import { readArchive } from './read-archive.ts';
import { fileClosedMessage } from './texts.ts';

/** A buyer, or with null the owner and assistants: the routes of the dashboard check who calls. */
type Reader = string | null;

export const buyerOf = (c: Context<Env>): Reader => requireVerifiedUser(c).id;

/**
 * The files of which somebody may know. Nothing else reads their bytes, so everything that could answer them begins here.
 * The owner opens every file, also one that is not delivered yet; a buyer those delivered to them, unless the agreement
 * keeps them closed until a part is paid.
 */
const filesFor = (db: Db, reader: Reader) =>
  db
    .selectFrom('delivery_files')
    .innerJoin('orders', 'orders.id', 'delivery_files.order_id')
    .$if(reader !== null, (query) =>
      query.where('delivery_id', 'is not', null).where('buyer_id', '=', reader),
    );

/** Those of an order whose bytes are open. */
const openFilesFor = (db: Db, reader: Reader, orderId: string) =>
  filesFor(db, reader)
    .where('delivery_files.order_id', '=', orderId)
    .$if(reader !== null, (query) => query.where('orders.id', 'not in', closedOrders(db)));

/** Finds a file for somebody who may know of it, and says whether its bytes are open to them. */
async function findFileFor(db: Db, id: string, reader: Reader) {
  const file = await filesFor(db, reader)
    .select(['delivery_files.id', 'delivery_files.order_id', 'name', 'is_link'])
    .select(sql<number>`octet_length(delivery_files.bytes)`.as('length'))
    .where('delivery_files.id', '=', id)
    .executeTakeFirst();
  if (!file) throw new ApiError(404, UNKNOWN_FILE);
  const closed = closedOrders(db).where('hand_overs.order_id', '=', file.order_id);
  return { ...file, isOpen: reader === null || !(await hasRow(closed)) };
}

const POLICY = "default-src 'none'; sandbox";

/** Finds a file whose bytes are open to somebody. One that is closed is answered with the part to pay. */
async function requireOpenFile(db: Db, id: string, reader: Reader) {
  const file = await findFileFor(db, id, reader);
  if (!file.isOpen) throw await closedError(db, file.order_id);
  return { ...file, table: 'delivery_files' as const };
}

/** The bytes of a file in pieces. */
export const readOpenFile = async (db: Db, id: string, reader: Reader) =>
  streamFile(db, await requireOpenFile(db, id, reader));

/** Of an open link, which is read whole. */
async function readAddress(db: Db, file: { id: string; length: number }): Promise<string> {
  const bytes = await readPiece(db, { table: 'delivery_files', id: file.id }, { from: 0, ...file });
  return Buffer.from(bytes ?? []).toString();
}

/** The deliveries of an order and, of links that are open to somebody, the addresses. */
export async function readDeliveries(db: Db, orderId: string, reader: Reader) {
  const { deliveries, waiting, isClosed } = await toDeliveryDtos(db, orderId);
  const links = await openFilesFor(db, reader, orderId)
    .select(['delivery_files.id', 'delivery_files.bytes'])
    .where('is_link', '=', 1)
    .execute();
  const addresses = new Map(links.map(({ id, bytes }) => [id, Buffer.from(bytes).toString()]));
  const withAddresses = (files: typeof waiting) =>
    files.map((each) => {
      const address = addresses.get(each._id);
      return address === undefined ? each : { ...each, address };
    });
  return {
    deliveries: deliveries.map((each) => ({ ...each, files: withAddresses(each.files) })),
    // Nobody but the owner knows of them.
    waiting: reader === null ? withAddresses(waiting) : [],
    isClosed,
  };
}

/** Sends the file as a download, never displayed in the browser, and leads to the address of a link. */
export async function sendFile(c: Context<Env>, id: string, reader: Reader) {
  const { db } = c.var.services.store;
  const file = await requireOpenFile(db, id, reader);
  if (file.is_link) {
    c.header('Cache-Control', 'private, no-store');
    return c.redirect(await readAddress(db, file));
  }
  return c.body(streamFile(db, file), 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(file.length),
    'Content-Disposition': contentDisposition('attachment', file.name),
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'private, no-store',
  });
}

/** Sends the names in an open archive, which are part of its bytes; null if it cannot be read. */
export async function sendArchive(c: Context<Env>, id: string, reader: Reader) {
  const { db } = c.var.services.store;
  const file = await requireOpenFile(db, id, reader);
  const archive = await readArchive((at) => readPiece(db, file, at), file.length);
  c.header('Cache-Control', 'private, no-store');
  return c.json({ success: true as const, archive });
}

async function closedError(db: Db, orderId: string): Promise<ApiError> {
  const closing = await findClosingInstalment(db, orderId);
  const instalments = toInstalmentDtos(await listInstalments(db, orderId));
  const part = instalments.find(({ _id }) => _id === closing?.id);
  const { currency } = await getOrder(db, orderId);
  return new ApiError(402, fileClosedMessage(part, currency), { details: { part } });
}

/** The pictures of the newest delivery's files that are open to a buyer. */
export const readOpenPictures = (db: Db, orderId: string, reader: string) =>
  openFilesFor(db, reader, orderId)
    .innerJoin('delivery_pictures', 'delivery_pictures.file_id', 'delivery_files.id')
    .select(['delivery_files.id', 'delivery_files.name', 'delivery_pictures.bytes'])
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
    .select('bytes')
    .where('file_id', '=', file.id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!picture) throw new ApiError(404, UNKNOWN_FILE);
  return c.body(picture.bytes as Uint8Array<ArrayBuffer>, 200, {
    'Content-Type': 'image/webp',
    'Content-Disposition': 'inline',
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-store',
  });
}
