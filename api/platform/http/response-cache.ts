import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, TypedResponse } from 'hono';
import { accepts } from 'hono/accepts';
import type { Database } from '../../../db/database.ts';
import { digestOf } from '../ids.ts';

/** The JSON of a response and its ETag; `body` only carries its type. */
interface CachedJson<T> {
  json: Uint8Array<ArrayBuffer>;
  etag: string;
  /** Compressed when the first client needs it. */
  gzipped?: Promise<Uint8Array<ArrayBuffer>>;
  readonly body?: T;
}

/** Returns the cached JSON of a key, or loads it. Concurrent callers share one load. */
export type ResponseCache = <T>(key: string, load: () => Promise<T>) => Promise<CachedJson<T>>;

interface Entry {
  commits: number;
  loadedAt: number;
  loading: Promise<CachedJson<unknown>>;
}

/** The maximum time until a write of a different process becomes visible. */
const MAX_AGE_MS = 1_000;
const MAX_ENTRIES = 500;

const compress = promisify(gzip);

/**
 * Caches reads until this process commits anything, for at most a second: own writes are visible at once,
 * those of other processes within that second.
 */
export function createResponseCache(store: Pick<Database, 'commits'>): ResponseCache {
  const entries = new Map<string, Entry>();
  return <T>(key: string, load: () => Promise<T>): Promise<CachedJson<T>> => {
    const cached = entries.get(key);
    if (
      cached &&
      cached.commits === store.commits &&
      performance.now() - cached.loadedAt < MAX_AGE_MS
    ) {
      return cached.loading as Promise<CachedJson<T>>;
    }
    const { commits } = store;
    const loading = load().then(toJson);
    const entry = { commits, loadedAt: performance.now(), loading };
    // Re-inserted at the end, so that the oldest entry is evicted first.
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value ?? '');
    loading.catch(() => entries.get(key) === entry && entries.delete(key));
    return loading;
  };
}

function toJson<T>(body: T): CachedJson<T> {
  const json = new TextEncoder().encode(JSON.stringify(body));
  return { json, etag: `"${digestOf(json)}"` };
}

type JsonResponse<T> = Response & TypedResponse<T, 200, 'json'>;

/** Sends cached JSON with the same type as `c.json`. */
function answerJson<T>(c: Context, { json, etag }: CachedJson<T>): JsonResponse<T> {
  const response: unknown = c.body(json, 200, { 'Content-Type': 'application/json', ETag: etag });
  return response as JsonResponse<T>;
}

/**
 * Sends cached JSON, gzipped if the client accepts it. `hono/compress` and `hono/etag` would do the same
 * after the handler, at three times the cost: see platform/README.md.
 */
export async function sendJson<T>(c: Context, cached: CachedJson<T>): Promise<JsonResponse<T>> {
  c.header('Vary', 'Accept-Encoding');
  const gzips = { header: 'Accept-Encoding' as const, supports: ['gzip'], default: 'identity' };
  if (accepts(c, gzips) !== 'gzip') return answerJson(c, cached);
  cached.gzipped ??= compress(cached.json);
  c.header('Content-Encoding', 'gzip');
  return answerJson<T>(c, { json: await cached.gzipped, etag: `W/${cached.etag}` });
}

/** Sends public cached JSON; 304 if the client already has this version. */
export async function sendPublicJson<T>(
  c: Context,
  cached: CachedJson<T>,
): Promise<JsonResponse<T>> {
  c.header('Cache-Control', 'private, no-cache');
  if (c.req.header('If-None-Match')?.includes(cached.etag)) {
    const unchanged: unknown = c.body(null, 304, { ETag: cached.etag, Vary: 'Accept-Encoding' });
    return unchanged as JsonResponse<T>;
  }
  return sendJson(c, cached);
}
