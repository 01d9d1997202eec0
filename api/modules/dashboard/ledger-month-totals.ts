import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { countsIn, type KeyKind } from '../orders/queries.ts';
import { DEDUCTED } from '../payments/disputes/rules.ts';

/** The totals of one month, in paise. */
interface MonthTotals {
  received: number;
  refunded: number;
  lost: number;
  fees: number;
  receipts: number;
}

/** Sums each interval between two neighbouring bounds; one query per table. */
export async function sumMonths(db: Db, bounds: string[], keys: KeyKind): Promise<MonthTotals[]> {
  const [from = '', until = ''] = [bounds[0], bounds.at(-1)];
  const [payments, refunds, lost, receipts] = await Promise.all([
    db
      .selectFrom('payments')
      .select(({ fn, ref }) => [
        spanOf('captured_at', bounds).as('month'),
        fn.sum<number>('amount').as('received'),
        sql<number>`coalesce(sum(${ref('fee')}), 0)`.as('fees'),
      ])
      .where('captured_at', '>=', from)
      .where('captured_at', '<', until)
      .where('currency', '=', 'INR')
      .where(countsIn('payments.order_id', keys))
      .groupBy('month')
      .execute(),
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(({ fn }) => [
        spanOf('refunds.created_at', bounds).as('month'),
        fn.sum<number>('refunds.amount').as('refunded'),
      ])
      .where('refunds.created_at', '>=', from)
      .where('refunds.created_at', '<', until)
      .where('refunds.status', '!=', 'failed')
      .where('payments.currency', '=', 'INR')
      .where(countsIn('payments.order_id', keys))
      .groupBy('month')
      .execute(),
    db
      .selectFrom('disputes')
      .innerJoin('payments', 'payments.id', 'disputes.payment_id')
      .select(({ fn }) => [
        spanOf('disputes.updated_at', bounds).as('month'),
        fn.sum<number>('disputes.deducted').as('lost'),
      ])
      .where('disputes.updated_at', '>=', from)
      .where('disputes.updated_at', '<', until)
      .where('disputes.status', 'in', DEDUCTED)
      .where('payments.currency', '=', 'INR')
      .where(countsIn('disputes.order_id', keys))
      .groupBy('month')
      .execute(),
    db
      .selectFrom('receipts')
      .select(({ fn }) => [
        spanOf('created_at', bounds).as('month'),
        fn.countAll<number>().as('receipts'),
      ])
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .where(countsIn('receipts.order_id', keys))
      .groupBy('month')
      .execute(),
  ]);
  const none = { received: 0, refunded: 0, lost: 0, fees: 0, receipts: 0 };
  const totals = bounds.slice(1).map(() => ({ ...none }));
  for (const { month, ...sums } of [...payments, ...refunds, ...lost, ...receipts])
    Object.assign(totals[month] ?? none, sums);
  return totals;
}

/**
 * The SQL number of the interval that contains a time. Months in the seller's time zone cannot be compared by
 * a prefix of the UTC time.
 */
function spanOf(column: string, bounds: string[]): RawBuilder<number> {
  const ends = bounds.slice(1, -1);
  const cases = ends.map((end, at) => sql`when ${sql.ref(column)} < ${end} then ${sql.lit(at)}`);
  return sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(ends.length)} end`;
}

/** The time of the first payment; null without any. */
export async function firstPaymentAt(db: Db, keys: KeyKind): Promise<string | null> {
  const row = await db
    .selectFrom('payments')
    .select('captured_at')
    .where(countsIn('payments.order_id', keys))
    .orderBy('captured_at')
    .limit(1)
    .executeTakeFirst();
  return row?.captured_at ?? null;
}
