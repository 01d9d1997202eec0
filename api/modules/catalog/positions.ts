import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { transaction } from '../../../db/transaction.ts';
import { emit } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { catalogChanged } from './events.ts';
import { LIST_CHANGED } from './gigs/texts.ts';

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

/** Stores a new order of all gigs or all projects. */
export const savePositions = (
  services: Services,
  table: Parameters<typeof reorder>[1],
  ids: string[],
): Promise<void> =>
  transaction(services, async (tx) => {
    if (!(await reorder(tx, table, ids))) throw new ApiError(409, LIST_CHANGED);
    await emit(tx, services, catalogChanged, {});
  });
