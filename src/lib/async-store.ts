import { atom, type PreinitializedWritableAtom } from 'nanostores';
import { messageOf } from './api.ts';
import { readScreenCache, writeScreenCache } from './screen-cache.ts';

/** Data from the server: loading, failed or loaded. */
export type AsyncState<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'loaded'; value: T };

export type AsyncStore<T> = PreinitializedWritableAtom<AsyncState<T>> & object;

/** With a key, a store starts with the last data of this tab, until the server answers. */
export function asyncStore<T>(key?: string): AsyncStore<T> {
  const store = atom<AsyncState<T>>(key ? cachedState<T>(key) : { state: 'loading' });
  if (key) {
    store.listen((now) => {
      if (now.state === 'loaded') writeScreenCache(key, now.value);
    });
  }
  return store;
}

/** The last data of this tab under this key; otherwise loading. */
export function cachedState<T>(key: string): AsyncState<T> {
  const value = readScreenCache<T>(key);
  return value === undefined ? { state: 'loading' } : { state: 'loaded', value };
}

/** Fetches into a store; false when that failed and the store holds the error message. */
export async function fetchInto<T>(
  store: AsyncStore<T>,
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
