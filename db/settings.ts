import type { Db } from './database.ts';

/**
 * The time at which this database was copied as a backup, empty if unknown. Only a copy has it: an app that finds it runs
 * on a restored backup.
 */
export const COPIED_AT = 'copied at';

/** Reads a value that the app keeps about itself; undefined if it was never stored. */
export async function readSetting(db: Db, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value;
}

export const storeSetting = (tx: Db, key: string, value: string) =>
  tx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();

/** What is stored as JSON; null if it never was. */
export async function readDocument<T>(db: Db, key: string): Promise<T | null> {
  const value = await readSetting(db, key);
  return value ? (JSON.parse(value) as T) : null;
}

export const storeDocument = (tx: Db, key: string, value: unknown) =>
  storeSetting(tx, key, JSON.stringify(value));
