import type { Db } from '../../../../db/database.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';

const KEY = 'legal version';

/** The version of the legal pages that visitors read now; undefined before the first publish. */
export async function readLegalVersion(db: Db): Promise<number | undefined> {
  const value = await readSetting(db, KEY);
  return value ? Number(value) : undefined;
}

export const storeLegalVersion = (tx: Db, version: number | undefined) =>
  storeSetting(tx, KEY, String(version ?? ''));
