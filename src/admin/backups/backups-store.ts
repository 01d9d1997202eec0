import { atom } from 'nanostores';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { adminApi, downloadConfirmed, fetchLatestInto, runAdminAction } from '../requests.ts';

const fetchBackups = () => readJson(adminApi.backups.$get());

type Backups = Awaited<ReturnType<typeof fetchBackups>>;
/** The daily backups, which are in their own folder; null when none are scheduled. */
export type ScheduledBackups = Backups['scheduled'];

export const $backups = asyncStore<Backups>();
export const $isMaking = atom(false);

export const loadBackups = () => fetchLatestInto($backups, fetchBackups);

/** Makes a backup and returns its name; null when that failed. */
export async function makeBackup(): Promise<string | null> {
  $isMaking.set(true);
  let name: string | null = null;
  await runAdminAction(async () => {
    const response = await readJson(adminApi.backups.$post());
    $backups.set({ state: 'loaded', value: response });
    name = response.backups[0]?.name ?? null;
    return { message: `Backup made: ${response.message}` };
  });
  $isMaking.set(false);
  return name;
}

export const downloadBackup = (name: string): Promise<void> =>
  downloadConfirmed(`/api/v1/desk/backups/${name}`, name);

/** Makes a backup and downloads it. */
export async function makeAndDownloadBackup(): Promise<void> {
  const name = await makeBackup();
  if (name) await downloadBackup(name);
}
