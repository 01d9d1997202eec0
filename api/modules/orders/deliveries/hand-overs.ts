import type { Db } from '../../../../db/database.ts';
import type { HandOver } from '../../../../db/schema.ts';

/** The orders whose files are closed: previews are delivered, and a part that opens the files is not paid. */
export const closedOrders = (db: Db) =>
  db.selectFrom('hand_overs').select('hand_overs.order_id').where('opened_at', 'is', null);

/** Undefined for an order whose files open when they are delivered, and before the first delivery. */
export const findHandOver = (db: Db, orderId: string): Promise<HandOver | undefined> =>
  db.selectFrom('hand_overs').selectAll().where('order_id', '=', orderId).executeTakeFirst();

export const hasClosedFiles = async (db: Db, orderId: string): Promise<boolean> =>
  (await findHandOver(db, orderId))?.opened_at === null;

/** Begins a hand-over with the first delivery; later ones are under it. */
export const beginHandOver = (tx: Db, orderId: string, at: string) =>
  tx
    .insertInto('hand_overs')
    .values({ order_id: orderId, previewed_at: at, opened_at: null, version: null })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();

/** Opens the files, once. Returns the version that was the newest then; undefined if they were not closed. */
export const openHandOver = async (
  tx: Db,
  orderId: string,
  at: string,
): Promise<number | undefined> => {
  const opened = await tx
    .updateTable('hand_overs')
    .set((eb) => ({
      opened_at: at,
      version: eb
        .selectFrom('deliveries')
        .select(({ fn }) => fn.max('number').as('number'))
        .where('deliveries.order_id', '=', orderId),
    }))
    .where('order_id', '=', orderId)
    .where('opened_at', 'is', null)
    .returning('version')
    .executeTakeFirst();
  return opened?.version ?? undefined;
};
