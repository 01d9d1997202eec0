import { atom } from 'nanostores';
import type { Status } from '../../../api/modules/site/publisher.ts';
import type { Change } from '../../../api/modules/site/rules.ts';
import { api, read } from '../../lib/api.ts';
import { loaded } from '../../lib/loaded.ts';
import { attempt, load } from '../loaded.ts';

export const $status = loaded<Status>();
export const $changes = loaded<Change[]>();
/** Something was just asked for, and the server has not begun to tell of it. */
export const $asking = atom(false);

const LOOK_EVERY_MS = 700;
let looking: ReturnType<typeof setTimeout> | undefined;

/** Reads how things stand, again and again while a publish runs; returns what stops it. */
export function watchPublish(): () => void {
  void look();
  return () => clearTimeout(looking);
}

async function look(): Promise<void> {
  clearTimeout(looking);
  const before = $status.get();
  await load($status, () => read(api.desk.publish.$get()));
  const now = $status.get();
  const running = now.state === 'loaded' && now.value.running;
  const ended = before.state === 'loaded' && before.value.running && !running;
  if (running) looking = setTimeout(() => void look(), LOOK_EVERY_MS);
  if (ended || $changes.get().state === 'loading') await loadChanges();
}

export async function loadChanges(): Promise<void> {
  await load($changes, async () => (await read(api.desk.publish.changes.$get())).changes);
}

export async function publishNow(): Promise<void> {
  $asking.set(true);
  await attempt(() => read(api.desk.publish.$post()));
  await look();
  $asking.set(false);
}

export async function rollBackTo(release: string): Promise<void> {
  $asking.set(true);
  await attempt(() => read(api.desk.publish.rollback.$post({ json: { release } })));
  await look();
  $asking.set(false);
}
