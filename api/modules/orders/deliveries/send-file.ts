import type { Context } from 'hono';
import { streamFile } from '../../../platform/files/stored-file.ts';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { UNKNOWN_FILE } from './texts.ts';

/** Sends a delivered file as a download, never displayed in the browser. */
export function sendFile(
  c: Context<Env>,
  file: { id: string; name: string; length: number } | undefined,
) {
  if (!file) throw new ApiError(404, UNKNOWN_FILE);
  const bytes = streamFile(c.var.services.store.db, { table: 'delivery_files', ...file });
  return c.body(bytes, 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(file.length),
    'Content-Disposition': contentDisposition('attachment', file.name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
}
