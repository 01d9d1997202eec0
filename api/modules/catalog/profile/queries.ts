import type { Db } from '../../../../db/database.ts';

/** Every save adds a row, so that the one before can be restored. */
const MAX_VERSIONS = 20;

export const listLatestProfiles = (db: Db) =>
  db.selectFrom('profiles').selectAll().orderBy('version', 'desc').limit(2).execute();

/** Inserts a version of the profile. Returns false if this version was already saved. */
export async function insertProfile(
  tx: Db,
  row: { version: number; body: string; saved_at: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('profiles')
    .values(row)
    .onConflict((conflict) => conflict.column('version').doNothing())
    .returning('version')
    .executeTakeFirst();
  await tx
    .deleteFrom('profiles')
    .where('version', '<=', row.version - MAX_VERSIONS)
    .execute();
  return inserted !== undefined;
}
