import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, TypedResponse } from 'hono';
import type { Store } from '../../db/connect.ts';

export interface Answer {
  version: number;
  etag: string;
  plain: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}

/** A public answer kept as bytes until one of its tables is written to (speed.md). */
export interface Prepared<T> {
  get(): Answer | Promise<Answer>;
  /** What is ready and still true. */
  held(): Answer | null;
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
  { compress = true } = {},
): Prepared<T> {
  let held: Answer | null = null;
  let loading: Promise<Answer> | null = null;

  async function refresh(version: number): Promise<Answer> {
    const plain = Buffer.from(JSON.stringify(await load()));
    const [br, gz] = compress
      ? await Promise.all([compressBrotli(plain, BROTLI), compressGzip(plain)])
      : [null, null];
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    held = { version, etag, plain, br, gzip: gz };
    return held;
  }

  return {
    held: () => (held?.version === store.version(tables) ? held : null),
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

const PUBLIC = { 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' };
const encodingOf = (answer: Answer, accepted: string) => {
  if (answer.br && accepted.includes('br')) return 'br';
  return answer.gzip && accepted.includes('gzip') ? 'gzip' : 'plain';
};

interface Dressed {
  status: 200 | 304;
  headers: Record<string, string>;
  bytes: Uint8Array<ArrayBuffer> | null;
}

/** Status, headers and bytes of an answer for one asker; 304 when they have it. */
export function dress(answer: Answer, asker: { ifNoneMatch: string; accepts: string }): Dressed {
  const common = { ...PUBLIC, ETag: answer.etag };
  if (asker.ifNoneMatch === answer.etag) {
    return { status: 304, headers: common, bytes: null };
  }
  const form = encodingOf(answer, asker.accepts);
  const headers = {
    ...common,
    'Content-Type': 'application/json',
    ...(form === 'plain' ? {} : { 'Content-Encoding': form }),
  };
  return { status: 200, headers, bytes: answer[form] as Uint8Array<ArrayBuffer> };
}

/** Answers with the prepared bytes; `more` headers win. */
export async function answer<T>(
  c: Context,
  prepared: Prepared<T>,
  more: Record<string, string> = {},
): Promise<Response & TypedResponse<T, 200, 'json'>> {
  const got = prepared.get();
  const { status, headers, bytes } = dress(got instanceof Promise ? await got : got, {
    ifNoneMatch: c.req.header('If-None-Match') ?? '',
    accepts: c.req.header('Accept-Encoding') ?? '',
  });
  const response: unknown = bytes
    ? c.body(bytes, 200, { ...headers, ...more })
    : c.body(null, status, { ...headers, ...more });
  return response as Response & TypedResponse<T, 200, 'json'>;
}
