import type { Context } from 'hono';
import { streamFile } from '../../../platform/files/stored-file.ts';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { requireVerifiedUser } from '../../accounts/guards.ts';
import { findFile, findFileOfBuyer } from './queries.ts';
import { UNKNOWN_FILE } from './texts.ts';

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
