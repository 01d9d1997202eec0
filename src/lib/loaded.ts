import { atom, type PreinitializedWritableAtom } from 'nanostores';
import { messageOf } from './api.ts';

/** Data from the server: loading, failed or loaded. */
export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'loaded'; value: T };

export type LoadedStore<T> = PreinitializedWritableAtom<Loaded<T>> & object;

export const loaded = <T>(): LoadedStore<T> => atom<Loaded<T>>({ state: 'loading' });

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
