import { toast } from '../../components/toast.ts';
import { messageOf } from '../../lib/api.ts';
import type { AsyncStore } from '../../lib/async-store.ts';

const latestRequest = new WeakMap<object, number>();

/** Fetches into a store. The old value stays until the new one arrives; an outdated response is dropped. */
export async function fetchLatestInto<T>(
  store: AsyncStore<T>,
  fetch: () => Promise<T>,
): Promise<void> {
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
