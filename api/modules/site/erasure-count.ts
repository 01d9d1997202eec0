import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

const KEY = 'erasures';

/**
 * Counts that somebody whose name or picture is on the pages was erased. A count and not a time: a
 * release with a lower count shows them, whatever the clock said.
 */
export const countErasure = (tx: Db) =>
  tx
    .insertInto('settings')
    .values({ key: KEY, value: '1' })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value: sql<string>`cast(cast(settings.value as integer) + 1 as text)` }),
    )
    .execute();

export async function readErasureCount(db: Db): Promise<number> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}
