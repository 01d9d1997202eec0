import { Hono } from 'hono';
import type { Env } from '../http/env.ts';
import { failure } from '../http/errors.ts';
import { findMedia } from './queries.ts';

const POLICY =
  "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox";

/** Serves pictures by the hash of their content, so that responses can be cached forever. */
export const media = new Hono<Env>().get('/:file', async (c) => {
  const hash = c.req.param('file').split('.')[0] ?? '';
  const found = await findMedia(c.var.services.store.db, hash);
  if (!found) return c.json(failure('There is no such picture.'), 404);
  return c.body(found.bytes as Uint8Array<ArrayBuffer>, 200, {
    'Content-Type': found.mime,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': POLICY,
  });
});
