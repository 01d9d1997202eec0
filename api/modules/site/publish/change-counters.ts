import { sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';

// Counts and not times: a release that was made at a lower count does not show what was counted, whatever the
// clock said.
const CHANGES = 'catalog changes';
const ERASURES = 'erasures';

/** Counts a change of what visitors see. */
export const countChange = (tx: Db) => increment(tx, CHANGES);

/** Counts that somebody whose name or picture is on the pages was erased. */
export async function countErasure(tx: Db): Promise<void> {
  await increment(tx, ERASURES);
  await countChange(tx);
}

export const readChangeCount = (db: Db) => read(db, CHANGES);
export const readErasureCount = (db: Db) => read(db, ERASURES);

const increment = (tx: Db, key: string) =>
  tx
    .insertInto('settings')
    .values({ key, value: '1' })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: sql<string>`cast(cast(settings.value as integer) + 1 as text)` }),
    )
    .execute();

async function read(db: Db, key: string): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}
