import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';

/** The position after the last gig or project. */
export const nextPosition = async (tx: Db, table: 'gigs' | 'projects'): Promise<number> => {
  await lockName(tx, `positions of ${table}`);
  const { last } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? -1) + 1;
};

/** Sets the positions to the order of these ids. Returns false unless they are all ids of the table. */
export async function reorder(tx: Db, table: 'gigs' | 'projects', ids: readonly string[]) {
  await lockName(tx, `positions of ${table}`);
  const rows = await tx.selectFrom(table).select('id').execute();
  const known = new Set(rows.map((row) => row.id));
  if (new Set(ids).size !== known.size || ids.some((id) => !known.has(id))) return false;
  for (const [position, id] of ids.entries()) {
    await tx.updateTable(table).set({ position }).where('id', '=', id).execute();
  }
  return true;
}
