import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { z } from 'zod';
import { audited } from '../audit/audited.ts';
import type { Env } from '../http/env.ts';
import { failure } from '../http/errors.ts';
import { FOREVER } from '../http/headers.ts';
import { validate } from '../http/validate.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { MAX_PICTURE_LENGTH, PICTURE_REFUSED } from './limits.ts';
import { findMedia } from './queries.ts';
import { sendStored } from './send-file.ts';
import { storePicture } from './store-picture.ts';

const POLICY =
  "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox";

/** Serves pictures by the hash of their content, so that responses can be cached forever. */
export const media = new Hono<Env>().get('/:file', async (c) => {
  const hash = c.req.param('file').split('.')[0] ?? '';
  const found = await findMedia(c.var.services.store.db, hash);
  if (!found) return c.json(failure('There is no such picture.'), 404);
  const { file_hash, size, mime } = found;
  return sendStored(
    c,
    { hash: file_hash, size },
    {
      'Content-Type': mime,
      'Cache-Control': FOREVER,
      'Content-Security-Policy': POLICY,
    },
  );
});

/** What the viewer of documents loads of its library, below the version of the library: fonts and decoders. */
export const pdfLibrary = new Hono<Env>().get(
  '/:version/:folder{cmaps|iccs|standard_fonts|wasm}/:file',
  serveStatic({
    root: join(PROJECT_ROOT, 'node_modules/pdfjs-dist'),
    rewriteRequestPath: (path) => path.split('/').slice(-2).join('/'),
    onFound: (_, c) => c.header('Cache-Control', FOREVER),
  }),
  (c) => c.notFound(),
);

const pictureBody = z.object({
  data: z.string(PICTURE_REFUSED).max(MAX_PICTURE_LENGTH, PICTURE_REFUSED),
});

/** Routes for the owner's picture uploads; mounted behind the owner's guard. */
export const adminPictureRoutes = new Hono<Env>().post(
  '/',
  audited('Uploaded a picture'),
  validate(pictureBody),
  async (c) => {
    const picture = await storePicture(c.var.services, c.req.valid('json').data);
    return c.json({ success: true as const, picture }, 201);
  },
);
