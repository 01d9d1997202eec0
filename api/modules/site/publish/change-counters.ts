import { sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { readSetting } from '../../../../db/settings.ts';

// Counters and not times, so that a clock rollback has no effect: a release with a lower count does not
// include the change.
const CHANGES = 'catalog changes';
const ERASURES = 'erasures';

/** Counts a change of the public pages' content. */
export const countChange = (tx: Db) => increment(tx, CHANGES);

/** Counts the erasure of a person whose name or picture is on public pages. */
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

const read = async (db: Db, key: string): Promise<number> =>
  Number((await readSetting(db, key)) ?? 0);
