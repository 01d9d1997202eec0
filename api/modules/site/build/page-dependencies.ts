import { createHash } from 'node:crypto';
import type { CatalogReader } from './catalog-reader.ts';

/** The catalog results that a page used: a digest by function name and argument. */
export type Reads = Record<string, string>;

type Read = (argument?: string) => unknown;

/** Records the catalog results that a page uses, and checks whether they would still be the same. */
interface ReadRecorder {
  recordInto(reads: Reads): CatalogReader;
  isUnchanged(reads: Reads): boolean;
}

export function createReadRecorder(reader: CatalogReader): ReadRecorder {
  const cached = new Map<string, { value: unknown; digest: string }>();
  const functions = reader as unknown as Record<string, Read>;

  /** Cached, because many pages use the same results. */
  function readCached(key: string) {
    const known = cached.get(key);
    if (known) return known;
    const [name = '', ...rest] = key.split(':');
    const value = functions[name]?.(rest.join(':'));
    const text = JSON.stringify(value) ?? '';
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    cached.set(key, { value, digest });
    return { value, digest };
  }

  return {
    recordInto(reads) {
      const recording = Object.keys(functions).map((name) => {
        const read: Read = (argument = '') => {
          const key = argument ? `${name}:${argument}` : name;
          const { value, digest } = readCached(key);
          reads[key] = digest;
          return value;
        };
        return [name, read] as const;
      });
      return Object.fromEntries(recording) as unknown as CatalogReader;
    },
    isUnchanged: (reads) =>
      Object.entries(reads).every(([key, digest]) => readCached(key).digest === digest),
  };
}
