import { browserStorage, tabStorage } from './storage.ts';
import { SCREEN_CACHE_PREFIX, SESSION_STATE_KEY, STORAGE_OWNER_KEY } from './storage-keys.ts';

/** The id of the user whose data is in this browser's storage; null for a visitor. */
export const storageOwner = (): string | null => browserStorage.get(STORAGE_OWNER_KEY);

interface Entry {
  owner: string;
  /** Another release may expect other data. */
  release: string;
  value: unknown;
}

const currentRelease = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? '';

/** The last data of this tab under this key, if the same person is signed in. */
export function readScreenCache<T>(key: string): T | undefined {
  try {
    const owner = storageOwner();
    if (!owner || !browserStorage.get(SESSION_STATE_KEY)) return undefined;
    const entry = JSON.parse(tabStorage.get(SCREEN_CACHE_PREFIX + key) ?? 'null') as Entry | null;
    const isCurrent = entry?.owner === owner && entry.release === currentRelease();
    return isCurrent ? (entry.value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the shown data, so that the next page of this tab can show it before the server answers. */
export function writeScreenCache(key: string, value: unknown): void {
  const owner = storageOwner();
  if (!owner) return;
  const entry: Entry = { owner, release: currentRelease(), value };
  tabStorage.set(SCREEN_CACHE_PREFIX + key, JSON.stringify(entry));
}

export function clearScreenCache(): void {
  for (const key of tabStorage.keys()) {
    if (key.startsWith(SCREEN_CACHE_PREFIX)) tabStorage.remove(key);
  }
}
