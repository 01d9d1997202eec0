import { ReadableStream as WebStream } from 'node:stream/web';
import type { Context } from 'hono';
import { FileMissing, type Range } from '../../../db/files/file-store.ts';
import type { Env } from '../http/env.ts';
import { ApiError } from '../http/errors.ts';

const GONE = 'This file is no longer in the store. Please ask for it to be sent again.';

interface Sent {
  hash: string;
  size: number;
  /** Names this content for ever; without it a download that broke off begins anew. */
  etag?: string;
}

/** The body of a response that is made while it is sent. */
export const streamOf = (pieces: AsyncIterable<Uint8Array>) =>
  WebStream.from(pieces) as ReadableStream<Uint8Array<ArrayBuffer>>;

/** Sends a stored file, or the part of it that is asked for, in pieces. Its caller has decided who may read it. */
export async function sendStored(
  c: Context<Env>,
  { hash, size, etag }: Sent,
  headers: Record<string, string>,
): Promise<Response> {
  const sent = { ...headers, 'Accept-Ranges': 'bytes', ...(etag ? { ETag: etag } : {}) };
  if (etag && c.req.header('If-None-Match') === etag) return c.body(null, 304, sent);
  const asked = c.req.header('If-Range');
  const range = asked === undefined || asked === etag ? rangeIn(c.req.header('Range'), size) : null;
  if (range === 'outside')
    return c.body(null, 416, { ...sent, 'Content-Range': `bytes */${size}` });
  const { from, length } = range ?? { from: 0, length: size };
  const pieces = await c.var.services.files.read(hash, { from, length }).catch(goneIfMissing);
  return c.body(streamOf(pieces), range ? 206 : 200, {
    ...sent,
    'Content-Length': String(length),
    ...(range ? { 'Content-Range': `bytes ${from}-${from + length - 1}/${size}` } : {}),
  });
}

/** Why a file cannot be sent that somebody has removed by hand. */
export function goneIfMissing(error: unknown): never {
  throw error instanceof FileMissing ? new ApiError(410, GONE, { cause: error }) : error;
}

/** The one part that is asked for; null for all of it, also if that is not understood or several are. */
function rangeIn(header = '', size: number): Range | 'outside' | null {
  const [, first = '', last = ''] =
    (header.length < 60 && /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header)) || [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length > 0 ? { from: size - length, length } : 'outside';
  }
  const [from, to] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < from) return null;
  return from < size ? { from, length: to - from + 1 } : 'outside';
}
