import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { audited } from '../../platform/audit/audited.ts';
import { FILE_EMPTY } from '../../platform/files/limits.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { singleLineText } from '../../platform/http/text-schema.ts';
import { readInput } from '../../platform/http/validate.ts';
import { requireUser } from '../accounts/guards.ts';
import {
  FILE_NAME_NEEDED,
  FILE_REFUSED,
  MAX_FILE_BYTES,
  MAX_FILE_NAME_LENGTH,
  NAME_UNREADABLE,
  PIECE_BYTES,
  SIZE_NEEDED,
  UPLOAD_MOVED,
} from './rules.ts';
import { addPiece, beginUpload, findUpload, removeUpload, UPLOADS } from './uploads.ts';

// The protocol tus 1.0.0 with its extensions for creation and termination (https://tus.io/protocols/resumable-upload), without
// `@tus/server`, which reads an offset and moves it in two steps, allows every origin and answers without JSON.

const TUS = '1.0.0';
const MAX_METADATA_LENGTH = 2_000;

/** At most 15 digits are a whole number in JavaScript; more of them are too large in any case. */
const wholeNumber = (message: string) =>
  z
    .string(message)
    .max(30, message)
    .regex(/^\d+$/, message)
    .transform((digits) => (digits.length > 15 ? Number.MAX_SAFE_INTEGER : Number(digits)));

const declaredFile = z.object({
  size: wholeNumber(SIZE_NEEDED).pipe(z.number().min(1, FILE_EMPTY)),
  name: singleLineText(FILE_NAME_NEEDED, MAX_FILE_NAME_LENGTH),
  modified: wholeNumber(NAME_UNREADABLE).default(0).transform(String),
});

/** `name bmFtZQ==,modified MTc…`: words, each with a text in base64. */
function readMetadata(header: string): Record<string, string> {
  if (header.length > MAX_METADATA_LENGTH) throw new ApiError(400, NAME_UNREADABLE);
  const pairs = header.split(',').map((pair) => pair.trim().split(' '));
  if (!pairs.every(([, value = '']) => /^[A-Za-z\d+/]*={0,2}$/.test(value)))
    throw new ApiError(400, NAME_UNREADABLE);
  try {
    const utf8 = new TextDecoder('utf-8', { fatal: true });
    return Object.fromEntries(
      pairs.map(([key = '', value = '']) => [key, utf8.decode(Buffer.from(value, 'base64'))]),
    );
  } catch {
    throw new ApiError(400, NAME_UNREADABLE);
  }
}

/** Routes for the owner and assistants to upload files of the next delivery in pieces, and to go on after an interruption. */
export const uploadRoutes = new Hono<Env>()
  .use('/:id/uploads/*', async (c, next) => {
    c.header('Tus-Resumable', TUS);
    const version = c.req.header('Tus-Resumable') ?? TUS;
    if (version !== TUS) {
      c.header('Tus-Version', TUS);
      throw new ApiError(412, `Please upload by tus ${TUS}.`);
    }
    await next();
  })
  .post('/:id/uploads', audited('Began to upload a file'), async (c) => {
    const { services, assistant } = c.var;
    const file = await readInput(declaredFile, {
      ...readMetadata(c.req.header('Upload-Metadata') ?? ''),
      size: c.req.header('Upload-Length'),
    });
    if (file.size > MAX_FILE_BYTES) throw new ApiError(413, FILE_REFUSED);
    await services.limits.take(UPLOADS, (assistant ?? requireUser(c)).id);
    const { id, received } = await beginUpload(services, c.req.param('id'), file);
    c.header('Location', `${c.req.path}/${id}`);
    c.header('Upload-Offset', String(received));
    return c.body(null, 201);
  })
  // Hono answers HEAD, which tus asks, with what GET answers.
  .get('/:id/uploads/:upload', async (c) => {
    const { id, upload } = c.req.param();
    const { received, size } = await findUpload(c.var.services.store.db, id, upload);
    c.header('Upload-Offset', String(received));
    c.header('Upload-Length', String(size));
    return c.body(null, 200);
  })
  .patch(
    '/:id/uploads/:upload',
    audited('Uploaded a file', { isPart: true }),
    bodyLimit({ maxSize: PIECE_BYTES }),
    async (c) => {
      const { id: orderId, upload: id } = c.req.param();
      // Read in any case: a connection that is closed over an unread body looks like a lost line.
      const bytes = new Uint8Array(await c.req.arrayBuffer());
      const offset = wholeNumber(UPLOAD_MOVED).safeParse(c.req.header('Upload-Offset'));
      const isBytes = c.req.header('Content-Type')?.startsWith('application/offset+octet-stream');
      if (!offset.success || !isBytes) throw new ApiError(400, UPLOAD_MOVED);
      const piece = { offset: offset.data, bytes };
      const received = await addPiece(c.var.services, { orderId, id }, piece);
      c.header('Upload-Offset', String(received));
      return c.body(null, 204);
    },
  )
  .delete('/:id/uploads/:upload', audited('Gave an upload up'), async (c) => {
    const { id, upload } = c.req.param();
    await removeUpload(c.var.services, id, upload);
    return c.body(null, 204);
  });
