import { atom, type PreinitializedWritableAtom } from 'nanostores';
import { messageOf } from './api.ts';
import { readScreenCache, writeScreenCache } from './screen-cache.ts';

/** Data from the server: loading, failed or loaded. */
export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'loaded'; value: T };

export type LoadedStore<T> = PreinitializedWritableAtom<Loaded<T>> & object;

/** With a key, a store starts with the last data of this tab, until the server answers. */
export function loaded<T>(key?: string): LoadedStore<T> {
  const store = atom<Loaded<T>>(key ? lastLoaded<T>(key) : { state: 'loading' });
  if (key) {
    store.listen((now) => {
      if (now.state === 'loaded') writeScreenCache(key, now.value);
    });
  }
  return store;
}

/** The last data of this tab under this key; otherwise loading. */
export function lastLoaded<T>(key: string): Loaded<T> {
  const value = readScreenCache<T>(key);
  return value === undefined ? { state: 'loading' } : { state: 'loaded', value };
}

/** Fetches into a store; false when that failed and the store holds the error message. */
export async function fetchInto<T>(
  store: LoadedStore<T>,
  fetch: () => Promise<T>,
  textOf: (error: unknown) => string = messageOf,
): Promise<boolean> {
  try {
    store.set({ state: 'loaded', value: await fetch() });
    return true;
  } catch (error) {
    store.set({ state: 'failed', message: textOf(error) });
    return false;
  }
}
