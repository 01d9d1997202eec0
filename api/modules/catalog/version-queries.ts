import type { Db } from '../../../db/database.ts';
import type { Version } from '../../../db/schema.ts';

const MAX_VERSIONS = 20;

/** Stores the item as it was before a save. Older versions are deleted. */
export async function storeVersion(tx: Db, before: Version): Promise<void> {
  await tx.insertInto('versions').values(before).execute();
  await tx
    .deleteFrom('versions')
    .where('kind', '=', before.kind)
    .where('item_id', '=', before.item_id)
    .where('version', '<=', before.version - MAX_VERSIONS)
    .execute();
}

export const latestVersion = (db: Db, kind: Version['kind'], id: string) =>
  db
    .selectFrom('versions')
    .selectAll()
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
