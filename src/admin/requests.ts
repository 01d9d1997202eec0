import { atom } from 'nanostores';
import { toast } from '../components/toast.ts';
import { api, messageOf } from '../lib/api.ts';
import type { LoadedStore } from '../lib/async-store.ts';

/** The calls that only the owner may make. */
export const adminApi = api.desk;

const latestRequest = new WeakMap<object, number>();

/** Fetches into a store. The old value stays until the new one arrives; an outdated response is dropped. */
export async function load<T>(store: LoadedStore<T>, fetch: () => Promise<T>): Promise<void> {
  const request = (latestRequest.get(store) ?? 0) + 1;
  latestRequest.set(store, request);
  const isOutdated = () => latestRequest.get(store) !== request;
  try {
    const value = await fetch();
    if (!isOutdated()) store.set({ state: 'loaded', value });
  } catch (error) {
    if (isOutdated()) return;
    if (store.get().state !== 'loaded') store.set({ state: 'failed', message: messageOf(error) });
    else void toast('error', messageOf(error));
  }
}

/** The number of actions that succeeded on this page. */
export const $completedActions = atom(0);

/** Runs an action and shows its result as a toast; true when it succeeded. */
export async function attempt(action: () => Promise<{ message?: string }>): Promise<boolean> {
  try {
    const answer = await action();
    if (answer.message) void toast('success', answer.message);
    $completedActions.set($completedActions.get() + 1);
    return true;
  } catch (error) {
    void toast('error', messageOf(error));
    return false;
  }
}
