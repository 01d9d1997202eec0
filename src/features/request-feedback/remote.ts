import { toast } from '../../components/toast.ts';
import { messageOf } from '../../lib/api.ts';
import { type AsyncStore, asyncStore } from '../../lib/async-store.ts';

/** Of each store, the request that was sent last, and what settles with it. */
const latestRequests = new WeakMap<object, { settled?: Promise<void> }>();

/**
 * Fetches into a store. The old value stays until the new one arrives; an outdated response is dropped, and its caller waits
 * for the latest one, so that the store then shows what was asked for.
 */
export function fetchLatestInto<T>(
  store: AsyncStore<T>,
  fetch: () => Promise<T>,
  textOf: (error: unknown) => string = messageOf,
): Promise<void> {
  const request: { settled?: Promise<void> } = {};
  latestRequests.set(store, request);
  const settle = async () => {
    const outcome = await fetch().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    const latest = latestRequests.get(store);
    if (latest !== request) return latest?.settled;
    if ('value' in outcome) store.set({ state: 'loaded', value: outcome.value });
    else if (store.get().state === 'loaded') void toast('error', textOf(outcome.error));
    else store.set({ state: 'failed', message: textOf(outcome.error) });
  };
  request.settled = settle();
  return request.settled;
}

/** Data from the server with the call that fetches it; `key` as in `asyncStore`. */
export type Remote<T> = AsyncStore<T> & { load: () => Promise<void> };

export function remote<T>(fetch: () => Promise<T>, key?: string): Remote<T> {
  const store = asyncStore<T>(key);
  return Object.assign(store, { load: () => fetchLatestInto(store, fetch) });
}
