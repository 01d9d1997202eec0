import { atom } from 'nanostores';
import { api, read } from '../../lib/api.ts';
import { loaded } from '../../lib/loaded.ts';
import { attempt, load } from '../loaded.ts';

interface Backup {
  name: string;
  bytes: number;
  madeAt: string;
}

export const $backups = loaded<Backup[]>();
export const $making = atom(false);

export const loadBackups = () =>
  load($backups, async () => (await read(api.desk.backups.$get())).backups);

/** Makes one, and says its name; null when that went wrong. */
export async function makeBackup(): Promise<string | null> {
  $making.set(true);
  let made: string | null = null;
  await attempt(async () => {
    const answer = await read(api.desk.backups.$post());
    $backups.set({ state: 'loaded', value: answer.backups });
    made = answer.backups[0]?.name ?? null;
    return { message: `Backup made: ${answer.message}` };
  });
  $making.set(false);
  return made;
}

export const backupAt = (name: string): string => `/api/v1/desk/backups/${name}`;

/** The database as it is now, straight into the downloads. */
export async function downloadBackup(): Promise<void> {
  const name = await makeBackup();
  if (!name) return;
  const link = document.createElement('a');
  link.href = backupAt(name);
  link.download = name;
  link.click();
}
