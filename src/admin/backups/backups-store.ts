import { atom } from 'nanostores';
import { api, readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { adminApi, fetchLatestInto, runAdminAction } from '../requests.ts';

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

const backupUrl = (name: string): string => `/api/v1/desk/backups/${name}`;

/** Downloads a backup, after a confirmation where one is needed. */
export async function downloadBackup(name: string): Promise<void> {
  const isAllowed = await runAdminAction(async () => {
    await readJson(api.user.confirmation.$get());
    return {};
  });
  if (!isAllowed) return;
  const link = document.createElement('a');
  link.href = backupUrl(name);
  link.download = name;
  link.click();
}

/** Makes a backup and downloads it. */
export async function makeAndDownloadBackup(): Promise<void> {
  const name = await makeBackup();
  if (name) await downloadBackup(name);
}
