import { atom } from 'nanostores';
import type { Status } from '../../../api/modules/site/publish/publisher.ts';
import { readJson } from '../../lib/api.ts';
import { adminApi, countAction, remote, runAdminAction } from '../requests.ts';

/** A publish or rollback was requested, and its status has not arrived yet. */
export const $isRequesting = atom(false);
/** The end of the publish that this page has seen run; null again when another one begins. */
export const $ended = atom<Status['latest']>(null);

const POLL_INTERVAL_MS = 700;
/** With automatic publishing a publish may begin at any moment. */
const IDLE_POLL_INTERVAL_MS = 2_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let watchers = 0;

/** Polls the status while a publish runs or may begin by itself; returns a function that stops it. */
export function watchPublish(): () => void {
  watchers += 1;
  void pollStatus();
  return () => {
    watchers -= 1;
  };
}

export const $status = remote(() => readJson(adminApi.publish.$get()));

async function pollStatus(): Promise<void> {
  clearTimeout(timer);
  const before = $status.get();
  await $status.load();
  const now = $status.get();
  const running = now.state === 'loaded' && now.value.running;
  const ended =
    before.state === 'loaded' &&
    now.state === 'loaded' &&
    !running &&
    hasEnded(before.value, now.value);
  const isAutomatic = now.state === 'loaded' && now.value.automatic;
  const interval = running ? POLL_INTERVAL_MS : IDLE_POLL_INTERVAL_MS;
  if (running || (isAutomatic && watchers > 0))
    timer = setTimeout(() => void pollStatus(), interval);
  if (ended) {
    $ended.set(now.value.latest);
    countAction();
  }
  if (ended || $changes.get().state === 'loading') await $changes.load();
}

const hasEnded = (before: Status, now: Status): boolean =>
  before.running || now.latest?.endedAt !== before.latest?.endedAt;

export const $changes = remote(
  async () => (await readJson(adminApi.publish.changes.$get())).changes,
);

export const $shop = remote(() => readJson(adminApi.shop.$get()));

export async function openShop(): Promise<void> {
  await runAdminAction(() => readJson(adminApi.shop.open.$post()));
  await Promise.all([$shop.load(), pollStatus()]);
}

export async function removeStarterContent(): Promise<void> {
  await runAdminAction(() =>
    readJson(adminApi.shop['remove-starter-content'].$post({ json: { confirmed: true } })),
  );
  await Promise.all([$shop.load(), $changes.load()]);
}

export async function publishNow(): Promise<void> {
  $isRequesting.set(true);
  $ended.set(null);
  // A quick publish has ended before it is first asked for; the end before tells it apart.
  if ($status.get().state !== 'loaded') await $status.load();
  // The menu and the screen show how it goes.
  await runAdminAction(async () => {
    await readJson(adminApi.publish.$post());
    return {};
  });
  await pollStatus();
  $isRequesting.set(false);
}

/** Publishes what was just saved, unless that happens by itself. */
export async function publishSaved(): Promise<void> {
  await $status.load();
  const status = $status.get();
  if (status.state !== 'loaded' || !status.value.automatic) await publishNow();
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
