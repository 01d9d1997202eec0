import { toast } from '../components/toast.ts';
import { messageOf } from '../lib/api.ts';
import type { LoadedStore } from '../lib/loaded.ts';

const asked = new WeakMap<object, number>();

/**
 * Fetches into a store. What is shown already stays until its successor has come; an answer that
 * a later question has overtaken is dropped.
 */
export async function load<T>(store: LoadedStore<T>, fetch: () => Promise<T>): Promise<void> {
  const mine = (asked.get(store) ?? 0) + 1;
  asked.set(store, mine);
  const overtaken = () => asked.get(store) !== mine;
  try {
    const value = await fetch();
    if (!overtaken()) store.set({ state: 'loaded', value });
  } catch (error) {
    if (overtaken()) return;
    if (store.get().state !== 'loaded') store.set({ state: 'failed', message: messageOf(error) });
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
