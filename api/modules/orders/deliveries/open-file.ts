import type { Context } from 'hono';
import { sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { streamFile } from '../../../platform/files/stored-file.ts';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { requireVerifiedUser } from '../../accounts/guards.ts';
import { UNKNOWN_FILE } from './texts.ts';

/** A buyer may open the delivered files of their own orders. */
export const downloadFileOfBuyer = (c: Context<Env>, id: string) =>
  sendFile(c, id, requireVerifiedUser(c).id);

/** The owner may open every file, also one that is not delivered yet. The routes of the dashboard check who calls. */
export const downloadFileAsOwner = (c: Context<Env>, id: string) => sendFile(c, id, null);

/** Sends the file as a download, never displayed in the browser. */
async function sendFile(c: Context<Env>, id: string, buyerId: string | null) {
  const { db } = c.var.services.store;
  const file = await findOpenFile(db, id, buyerId);
  if (!file) throw new ApiError(404, UNKNOWN_FILE);
  return c.body(streamFile(db, { table: 'delivery_files', ...file }), 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(file.length),
    'Content-Disposition': contentDisposition('attachment', file.name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'private, no-store',
  });
}

/**
 * Whether the bytes of a delivery's file are open to somebody: a buyer, or with null the owner. Nothing else reads them,
 * so everything that could answer them asks here.
 */
const findOpenFile = (db: Db, id: string, buyerId: string | null) =>
  db
    .selectFrom('delivery_files')
    .innerJoin('orders', 'orders.id', 'delivery_files.order_id')
    .select(['delivery_files.id', 'name'])
    .select(sql<number>`octet_length(delivery_files.bytes)`.as('length'))
    .where('delivery_files.id', '=', id)
    .$if(buyerId !== null, (query) =>
      query.where('delivery_id', 'is not', null).where('buyer_id', '=', buyerId),
    )
    .executeTakeFirst();
