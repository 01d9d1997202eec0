import type { Db } from '../../../db/database.ts';
import { insertsRow } from '../../../db/query-results.ts';
import type { Instalment, Order } from '../../../db/schema.ts';
import { MIN_PAISE } from '../../platform/money/rules.ts';
import type { ReminderStage } from './instalment-rules.ts';

const MAX_LISTED = 200;

/** Waives an open instalment. Returns undefined if it is paid or waived. */
export const markWaived = (tx: Db, id: string, now: string): Promise<Instalment | undefined> =>
  tx
    .updateTable('instalments')
    .set({ waived_at: now })
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .where('waived_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/**
 * Subtracts a waived amount from the total of a paid order. Returns undefined if too little would be left.
 */
export const reduceTotal = (
  tx: Db,
  { order_id, amount }: Pick<Instalment, 'order_id' | 'amount'>,
  now: string,
): Promise<Order | undefined> =>
  tx
    .updateTable('orders')
    .set((eb) => ({ total: eb('total', '-', amount), updated_at: now }))
    .where('id', '=', order_id)
    .where('paid', '>', 0)
    .where((eb) => eb(eb('total', '-', amount), '>=', eb.ref('paid')))
    .where((eb) => eb(eb('total', '-', amount), '>=', MIN_PAISE))
    .returningAll()
    .executeTakeFirst();

export const setPayBy = (tx: Db, id: string, payBy: string): Promise<Instalment | undefined> =>
  tx
    .updateTable('instalments')
    .set({ pay_by: payBy })
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .where('waived_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/**
 * Sets the due date of instalments that wait for a delivery or the completion. A date that the owner has set
 * is not changed.
 */
export const setPayByOf = (tx: Db, orderId: string, due: Instalment['due'], now: string) =>
  tx
    .updateTable('instalments')
    .set({ pay_by: now })
    .where('order_id', '=', orderId)
    .where('due', '=', due)
    .where('pay_by', 'is', null)
    .where('payment_id', 'is', null)
    .where('waived_at', 'is', null)
    .execute();

/** Selects open instalments of active orders, with the number of instalments of each order. */
const openInstalments = (db: Db) =>
  db
    .selectFrom('instalments')
    .innerJoin('orders', 'orders.id', 'instalments.order_id')
    .selectAll('instalments')
    .select(['orders.buyer_name', 'orders.status as order_status'])
    .select((eb) =>
      eb
        .selectFrom('instalments as all')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('all.order_id', '=', 'orders.id')
        .where('all.change_id', 'is', null)
        .$asScalar()
        .$notNull()
        .as('of'),
    )
    .where('instalments.payment_id', 'is', null)
    .where('instalments.waived_at', 'is', null)
    .where('orders.status', '<>', 'Rejected')
    .where('orders.cancelled_at', 'is', null);

/** Lists instalments that are due soon or overdue and still need a reminder. */
export const listToRemind = (db: Db, before: string) =>
  openInstalments(db)
    .where('instalments.pay_by', '<=', before)
    .where((eb) => eb.or([eb('orders.balance', '>', 0), eb('instalments.number', '=', 1)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('instalment_reminders as sent')
            .select('sent.stage')
            .whereRef('sent.instalment_id', '=', 'instalments.id')
            .whereRef('sent.pay_by', '=', 'instalments.pay_by')
            .where('sent.stage', '=', 'overdue'),
        ),
      ),
    )
    .orderBy('instalments.pay_by')
    .execute();

/** Marks a reminder as sent. True once for each stage of an instalment's date. */
export const claimReminder = (
  tx: Db,
  row: { instalment_id: string; pay_by: string; stage: ReminderStage; sent_at: string },
) =>
  insertsRow(
    tx
      .insertInto('instalment_reminders')
      .values(row)
      .onConflict((conflict) => conflict.columns(['instalment_id', 'pay_by', 'stage']).doNothing()),
  );

const owedInstalments = (db: Db) => openInstalments(db).where('orders.balance', '>', 0);

/** In paise: the sum of all open instalments of paid orders, also of those that are not listed. */
export async function sumOpenInstalments(db: Db): Promise<number> {
  const { amount } = await owedInstalments(db)
    .clearSelect()
    .select(({ fn }) => fn.sum<number | null>('instalments.amount').as('amount'))
    .executeTakeFirstOrThrow();
  return Number(amount ?? 0);
}

/** Lists the open instalments of paid orders: those with a date first, earliest first. */
export const listOpenInstalments = (db: Db) =>
  owedInstalments(db)
    .orderBy((eb) => eb.fn.coalesce('instalments.pay_by', eb.val('~')))
    .orderBy('instalments.order_id')
    .orderBy('instalments.number')
    .limit(MAX_LISTED)
    .execute();
