import { atom, type PreinitializedWritableAtom } from 'nanostores';
import { messageOf } from './api.ts';

/** A value of the server: being loaded, failed to load, or loaded. */
export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'loaded'; value: T };

export type LoadedStore<T> = PreinitializedWritableAtom<Loaded<T>> & object;

export const loaded = <T>(): LoadedStore<T> => atom<Loaded<T>>({ state: 'loading' });

/** Fetches into a store; false when the store now holds why it could not be. */
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
