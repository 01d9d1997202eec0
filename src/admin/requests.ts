import { atom } from 'nanostores';
import { toast } from '../components/toast.ts';
import { runWithToast } from '../features/request-feedback/run-with-toast.ts';
import { api, messageOf, readJson } from '../lib/api.ts';
import type { AsyncStore } from '../lib/async-store.ts';

/** The calls that only the owner may make. */
export const adminApi = api.desk;

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

/** The number of actions that succeeded on this page. */
export const $completedActions = atom(0);

/** Downloads a file, after a confirmation where one is needed. */
export async function downloadConfirmed(path: string, name: string): Promise<void> {
  const isAllowed = await runWithToast(async () => {
    await readJson(api.user.confirmation.$get());
    return {};
  });
  if (!isAllowed) return;
  const link = document.createElement('a');
  link.href = path;
  link.download = name;
  link.click();
}

/** Runs an action, shows its result as a toast and counts it; true when it succeeded. */
export async function runAdminAction(action: Parameters<typeof runWithToast>[0]): Promise<boolean> {
  const isDone = await runWithToast(action);
  if (isDone) $completedActions.set($completedActions.get() + 1);
  return isDone;
}
