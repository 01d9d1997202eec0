import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, TypedResponse } from 'hono';
import type { Store } from '../../db/connect.ts';

interface Answer {
  version: number;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** A public answer kept as bytes until one of its tables is written to (speed.md). */
export interface Prepared<T> {
  get(): Answer | Promise<Answer>;
  readonly shape?: T;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** `load` is asked at most once per change, however many are waiting for it. */
export function prepare<T>(
  store: Store,
  tables: readonly string[],
  load: () => Promise<T>,
): Prepared<T> {
  let held: Answer | null = null;
  let loading: Promise<Answer> | null = null;

  async function refresh(version: number): Promise<Answer> {
    const plain = Buffer.from(JSON.stringify(await load()));
    const [br, gz] = await Promise.all([compressBrotli(plain, BROTLI), compressGzip(plain)]);
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    held = { version, etag, plain, br, gzip: gz };
    return held;
  }

  return {
    get() {
      const version = store.version(tables);
      if (held?.version === version) return held;
      // A load begun before the latest write is not waited for.
      loading ??= refresh(version).finally(() => {
        loading = null;
      });
      return loading.then((answer) => (answer.version >= version ? answer : this.get()));
    },
  };
}

/** Answers with the prepared bytes, or with 304 when the asker has them. */
export async function answer<T>(
  c: Context,
  prepared: Prepared<T>,
): Promise<Response & TypedResponse<T, 200, 'json'>> {
  const got = prepared.get();
  const { etag, plain, br, gzip: gz } = got instanceof Promise ? await got : got;
  c.header('ETag', etag);
  c.header('Cache-Control', 'private, no-cache');
  c.header('Vary', 'Accept-Encoding');
  if (c.req.header('If-None-Match') === etag) return typed(c.body(null, 304));
  c.header('Content-Type', 'application/json');
  const accepted = c.req.header('Accept-Encoding') ?? '';
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
  if (encoding) c.header('Content-Encoding', encoding);
  const bytes = encoding === 'br' ? br : encoding === 'gzip' ? gz : plain;
  return typed(c.body(bytes as Uint8Array<ArrayBuffer>));
}

const typed = <T>(response: Response) => response as Response & TypedResponse<T, 200, 'json'>;
