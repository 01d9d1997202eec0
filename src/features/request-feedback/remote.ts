import { toast } from '../../components/toast.ts';
import { messageOf } from '../../lib/api.ts';
import { type AsyncStore, asyncStore } from '../../lib/async-store.ts';

const latestRequest = new WeakMap<object, number>();

/** Fetches into a store. The old value stays until the new one arrives; an outdated response is dropped. */
export async function fetchLatestInto<T>(
  store: AsyncStore<T>,
  fetch: () => Promise<T>,
  textOf: (error: unknown) => string = messageOf,
): Promise<void> {
  const request = (latestRequest.get(store) ?? 0) + 1;
  latestRequest.set(store, request);
  const isOutdated = () => latestRequest.get(store) !== request;
  try {
    const value = await fetch();
    if (!isOutdated()) store.set({ state: 'loaded', value });
  } catch (error) {
    if (isOutdated()) return;
    if (store.get().state !== 'loaded') store.set({ state: 'failed', message: textOf(error) });
    else void toast('error', textOf(error));
  }
}

/** Data from the server with the call that fetches it; `key` as in `asyncStore`. */
export type Remote<T> = AsyncStore<T> & { load: () => Promise<void> };

export function remote<T>(fetch: () => Promise<T>, key?: string): Remote<T> {
  const store = asyncStore<T>(key);
  return Object.assign(store, { load: () => fetchLatestInto(store, fetch) });
}
