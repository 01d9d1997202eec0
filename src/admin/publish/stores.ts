import { atom } from 'nanostores';
import type { Status } from '../../../api/modules/site/publisher.ts';
import type { Change } from '../../../api/modules/site/rules.ts';
import { read } from '../../lib/api.ts';
import { loaded } from '../../lib/loaded.ts';
import { adminApi, attempt, load } from '../requests.ts';

export const $status = loaded<Status>();
export const $changes = loaded<Change[]>();
/** A publish or rollback was requested, and its status has not arrived yet. */
export const $isRequesting = atom(false);

const POLL_INTERVAL_MS = 700;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Polls the status while a publish runs; returns a function that stops it. */
export function watchPublish(): () => void {
  void pollStatus();
  return () => clearTimeout(timer);
}

async function pollStatus(): Promise<void> {
  clearTimeout(timer);
  const before = $status.get();
  await load($status, () => read(adminApi.publish.$get()));
  const now = $status.get();
  const running = now.state === 'loaded' && now.value.running;
  const ended = before.state === 'loaded' && before.value.running && !running;
  if (running) timer = setTimeout(() => void pollStatus(), POLL_INTERVAL_MS);
  if (ended || $changes.get().state === 'loading') await loadChanges();
}

export async function loadChanges(): Promise<void> {
  await load($changes, async () => (await read(adminApi.publish.changes.$get())).changes);
}

export async function publishNow(): Promise<void> {
  $isRequesting.set(true);
  await attempt(() => read(adminApi.publish.$post()));
  await pollStatus();
  $isRequesting.set(false);
}

export async function rollBackTo(release: string): Promise<void> {
  $isRequesting.set(true);
  await attempt(() => read(adminApi.publish.rollback.$post({ json: { release } })));
  await pollStatus();
  $isRequesting.set(false);
}
