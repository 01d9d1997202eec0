import type { Insertable } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import type { Order, OrderChange } from '../../../../db/schema.ts';
import { OPEN_STATUSES } from '../../orders/rules.ts';
import type { ChangeStatus } from './rules.ts';

export const findChange = (db: Db, id: string) =>
  db.selectFrom('order_changes').selectAll().where('id', '=', id).executeTakeFirst();

/** Lists the changes of an order, oldest first. */
export const listChanges = (db: Db, orderId: string) =>
  db
    .selectFrom('order_changes')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();

export const insertChange = (tx: Db, row: Insertable<OrderChange>): Promise<OrderChange> =>
  tx.insertInto('order_changes').values(row).returningAll().executeTakeFirstOrThrow();

/** Makes a buyer's open request the owner's proposal. Returns undefined if it was answered meanwhile. */
export const quoteRequest = (
  tx: Db,
  id: string,
  quote: { description: string; amount: number; days: number; now: string },
): Promise<OrderChange | undefined> =>
  tx
    .updateTable('order_changes')
    .set({
      ...{ proposed_by: 'owner', description: quote.description, amount: quote.amount },
      ...{ extra_days: quote.days, proposed_at: quote.now },
    })
    .where('id', '=', id)
    .where('status', '=', 'Proposed')
    .where('proposed_by', '=', 'buyer')
    .where('amount', '=', 0)
    .where('extra_days', '=', 0)
    .returningAll()
    .executeTakeFirst();

/** Decides on an open change. Only the first of two concurrent decisions succeeds. */
export const updateChangeStatus = (
  tx: Db,
  id: string,
  status: Exclude<ChangeStatus, 'Proposed'>,
  now: string,
): Promise<OrderChange | undefined> =>
  tx
    .updateTable('order_changes')
    .set({ status, decided_at: now })
    .where('id', '=', id)
    .where('status', '=', 'Proposed')
    .returningAll()
    .executeTakeFirst();

export const withdrawOpen = (tx: Db, orderId: string, now: string): Promise<OrderChange[]> =>
  tx
    .updateTable('order_changes')
    .set({ status: 'Withdrawn', decided_at: now })
    .where('order_id', '=', orderId)
    .where('status', '=', 'Proposed')
    .returningAll()
    .execute();

/** Adds an accepted change to an open order. Returns undefined if the order is closed. */
export const extendOrder = (
  tx: Db,
  id: string,
  added: { amount: number; days: number; deliveryDate: string | null; now: string },
): Promise<Order | undefined> =>
  tx
    .updateTable('orders')
    .set((eb) => ({
      total: eb('total', '+', added.amount),
      delivery_days: eb('delivery_days', '+', added.days),
      delivery_date: added.deliveryDate,
      updated_at: added.now,
    }))
    .where('id', '=', id)
    .where('status', 'in', [...OPEN_STATUSES])
    .where('orders.balance', '>', 0)
    .returningAll()
    .executeTakeFirst();
