import { atom } from 'nanostores';
import type { Status } from '../../../api/modules/site/publish/publish-status.ts';
import type { UnpublishedChange } from '../../../api/modules/site/rules.ts';
import { readJson } from '../../lib/api.ts';
import { type AsyncState, asyncStore } from '../../lib/async-store.ts';
import { adminApi, fetchLatestInto, runAdminAction } from '../requests.ts';

export const $status = asyncStore<Status>();
export const $shop = asyncStore<{ open: boolean; isStarter: boolean }>();
export const $changes = asyncStore<UnpublishedChange[]>();
/** A publish or rollback was requested, and its status has not arrived yet. */
export const $isRequesting = atom(false);

const POLL_INTERVAL_MS = 700;
/** With automatic publishing a publish may begin at any moment. */
const IDLE_POLL_INTERVAL_MS = 2_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let isWatching = false;

/** Polls the status while a publish runs or may begin by itself; returns a function that stops it. */
export function watchPublish(): () => void {
  isWatching = true;
  void pollStatus();
  return () => {
    isWatching = false;
    clearTimeout(timer);
  };
}

async function pollStatus(): Promise<void> {
  clearTimeout(timer);
  const before = $status.get();
  await fetchLatestInto($status, () => readJson(adminApi.publish.$get()));
  const now = $status.get();
  const running = now.state === 'loaded' && now.value.running;
  const ended = before.state === 'loaded' && !running && hasEnded(before.value, now);
  const isAutomatic = now.state === 'loaded' && now.value.automatic;
  const interval = running ? POLL_INTERVAL_MS : IDLE_POLL_INTERVAL_MS;
  if (running || (isAutomatic && isWatching)) timer = setTimeout(() => void pollStatus(), interval);
  if (ended || $changes.get().state === 'loading') await loadChanges();
}

const hasEnded = (before: Status, now: AsyncState<Status>): boolean =>
  before.running ||
  (now.state === 'loaded' && now.value.latest?.endedAt !== before.latest?.endedAt);

export async function loadChanges(): Promise<void> {
  await fetchLatestInto(
    $changes,
    async () => (await readJson(adminApi.publish.changes.$get())).changes,
  );
}

export const loadShop = () => fetchLatestInto($shop, () => readJson(adminApi.shop.$get()));

export async function openShop(): Promise<void> {
  await runAdminAction(() => readJson(adminApi.shop.open.$post()));
  await Promise.all([loadShop(), pollStatus()]);
}

export async function removeStarterContent(): Promise<void> {
  await runAdminAction(() => readJson(adminApi.shop['starter-content'].$delete()));
  await Promise.all([loadShop(), loadChanges()]);
}

export async function publishNow(): Promise<void> {
  $isRequesting.set(true);
  await runAdminAction(() => readJson(adminApi.publish.$post()));
  await pollStatus();
  $isRequesting.set(false);
}

/** Shows the choice at once, and the stored value when the response arrives. */
export async function setAutomatic(automatic: boolean): Promise<void> {
  const shown = $status.get();
  if (shown.state === 'loaded') {
    $status.set({ state: 'loaded', value: { ...shown.value, automatic } });
  }
  await runAdminAction(() => readJson(adminApi.publish.automatic.$put({ json: { automatic } })));
  await pollStatus();
}

export async function rollBackTo(release: string): Promise<void> {
  $isRequesting.set(true);
  await runAdminAction(() => readJson(adminApi.publish.rollback.$post({ json: { release } })));
  await pollStatus();
  $isRequesting.set(false);
}
