import type { Db } from '../../../db/database.ts';
import { readDocument } from '../../../db/settings.ts';

/** The document of the settings. */
export const BACKUP_KEY = 'backup key';

/** The half of the owner's key that encrypts; the half that opens was shown once and is not here. */
interface BackupKey {
  /** age1…; '' until one is made. */
  publicHalf: string;
  madeAt: string | null;
  version: number;
}

export const readBackupKey = async (db: Db): Promise<BackupKey> =>
  (await readDocument<BackupKey>(db, BACKUP_KEY)) ?? { publicHalf: '', madeAt: null, version: 0 };
