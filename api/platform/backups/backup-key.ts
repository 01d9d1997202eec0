import type { Db } from '../../../db/database.ts';
import { readSetting } from '../../../db/settings.ts';

/** The document of the settings. */
export const BACKUP_KEY = 'backup key';

/** The half of the owner's key that encrypts; the half that opens was shown once and is not here. */
interface BackupKey {
  /** age1…; '' until one is made. */
  publicHalf: string;
  madeAt: string | null;
  version: number;
}

export async function readBackupKey(db: Db): Promise<BackupKey> {
  const value = await readSetting(db, BACKUP_KEY);
  return value ? (JSON.parse(value) as BackupKey) : { publicHalf: '', madeAt: null, version: 0 };
}
