import { createHash } from 'node:crypto';
import type { Context, TypedResponse } from 'hono';
import type { Store } from '../../../db/connect.ts';

/** An answer's JSON and its ETag; `body` exists for its type only. */
export interface CachedJson<T> {
  json: Uint8Array<ArrayBuffer>;
  etag: string;
  readonly body?: T;
}

/** Returns the cached JSON of a key, or loads it; concurrent callers share one load. */
export type ResponseCache = <T>(key: string, load: () => Promise<T>) => Promise<CachedJson<T>>;

interface Entry {
  commits: number;
  loadedAt: number;
  loading: Promise<CachedJson<unknown>>;
}

/** How long another process's write may stay unseen. */
const FRESH_MS = 1_000;
const ENTRIES_MAX = 500;

/**
 * Caches reads until this process commits anything, and no longer than a second: a writer
 * sees its own write at once, and another process's within that second.
 */
export function createResponseCache(store: Pick<Store, 'commits'>): ResponseCache {
  const entries = new Map<string, Entry>();
  return <T>(key: string, load: () => Promise<T>): Promise<CachedJson<T>> => {
    const kept = entries.get(key);
    if (kept && kept.commits === store.commits && performance.now() - kept.loadedAt < FRESH_MS) {
      return kept.loading as Promise<CachedJson<T>>;
    }
    const { commits } = store;
    const loading = load().then(toJson);
    const entry = { commits, loadedAt: performance.now(), loading };
    // Re-inserted at the end, so that the oldest entry is evicted first.
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > ENTRIES_MAX) entries.delete(entries.keys().next().value ?? '');
    loading.catch(() => entries.get(key) === entry && entries.delete(key));
    return loading;
  };
}

function toJson<T>(body: T): CachedJson<T> {
  const json = new TextEncoder().encode(JSON.stringify(body));
  return { json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` };
}

/** Sends cached JSON with the type that `c.json` would have. */
export function sendJson<T>(
  c: Context,
  { json, etag }: CachedJson<T>,
): Response & TypedResponse<T, 200, 'json'> {
  const response: unknown = c.body(json, 200, { 'Content-Type': 'application/json', ETag: etag });
  return response as Response & TypedResponse<T, 200, 'json'>;
}
