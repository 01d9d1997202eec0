import { atom, type PreinitializedWritableAtom } from 'nanostores';
import { messageOf } from '../lib/api.ts';
import { toast } from '../ui/toast.ts';

/** Something the server has: on its way, refused, or here. */
export type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'here'; value: T };

export const loaded = <T>(): PreinitializedWritableAtom<Loaded<T>> & object =>
  atom<Loaded<T>>({ state: 'loading' });

/** Fetches into a store. What is shown already stays until its successor has come. */
export async function load<T>(
  store: PreinitializedWritableAtom<Loaded<T>> & object,
  fetch: () => Promise<T>,
): Promise<void> {
  try {
    store.set({ state: 'here', value: await fetch() });
  } catch (error) {
    if (store.get().state !== 'here') store.set({ state: 'failed', message: messageOf(error) });
    else void toast('error', messageOf(error));
  }
}

/** Does something and tells how it went; true when it went well. */
export async function attempt(act: () => Promise<{ message?: string }>): Promise<boolean> {
  try {
    const answer = await act();
    if (answer.message) void toast('success', answer.message);
    return true;
  } catch (error) {
    void toast('error', messageOf(error));
    return false;
  }
}
