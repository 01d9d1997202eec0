import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { countsIn, type KeyKind } from '../../orders/queries.ts';
import { DEDUCTED } from '../../payments/disputes/rules.ts';

/** Sums of money in the smallest unit of a currency. */
interface Sums {
  received: number;
  refunded: number;
  lost: number;
}

/** The totals of one month in paise; what is in another currency counts by its value in rupees, if it is known. */
interface MonthTotals extends Sums {
  fees: number;
  receipts: number;
  /** The sums in each other currency. */
  foreign: Map<string, Sums>;
}

/** The value of a part of a payment in paise (SQL version of `rupeeValue`); null if it is not known. */
export const rupeesOf = (part: RawBuilder<unknown>, before = sql`0`) => sql<number | null>`
  case when payments.currency = 'INR' then ${part}
    else ${upTo(sql`${before} + ${part}`)} - ${upTo(before)} end`;

// The product of two amounts may exceed an integer.
const upTo = (gone: RawBuilder<unknown>) => sql`cast(floor(
  cast(${gone} as double precision) * payments.base_amount / payments.amount + 0.5) as bigint)`;

/** The value of a refund in paise, after those of its payment that were asked for before. */
export const rupeesOfRefund = rupeesOf(
  sql`refunds.amount`,
  sql`cast((select coalesce(sum(earlier.amount), 0) from refunds as earlier
    where earlier.payment_id = refunds.payment_id and earlier.status <> 'failed'
      and (earlier.created_at, earlier.id) < (refunds.created_at, refunds.id)) as bigint)`,
);

/** The value of what is left of a payment in paise. */
export const rupeesLeft = rupeesOf(
  sql`(payments.amount - payments.refunded - payments.lost)`,
  sql`(payments.refunded + payments.lost)`,
);

/** Sums each interval between two neighbouring bounds; one query per table. */
export async function sumMonths(db: Db, bounds: string[], keys: KeyKind): Promise<MonthTotals[]> {
  const [from = '', until = ''] = [bounds[0], bounds.at(-1)];
  const sumsOf = (column: string, amount: RawBuilder<unknown>, rupees = rupeesOf(amount)) => [
    spanOf(column, bounds).as('month'),
    sql<string>`payments.currency`.as('currency'),
    sql<number>`sum(${amount})`.as('amount'),
    sql<number>`coalesce(sum(${rupees}), 0)`.as('rupees'),
  ];
  const [received, refunded, lost, fees, receipts] = await Promise.all([
    db
      .selectFrom('payments')
      .select(sumsOf('captured_at', sql`payments.amount`))
      .where('captured_at', '>=', from)
      .where('captured_at', '<', until)
      .where(countsIn('payments.order_id', keys))
      .groupBy(['month', 'currency'])
      .execute(),
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(sumsOf('refunds.created_at', sql`refunds.amount`, rupeesOfRefund))
      .where('refunds.created_at', '>=', from)
      .where('refunds.created_at', '<', until)
      .where('refunds.status', '!=', 'failed')
      .where(countsIn('payments.order_id', keys))
      .groupBy(['month', 'payments.currency'])
      .execute(),
    db
      .selectFrom('disputes')
      .innerJoin('payments', 'payments.id', 'disputes.payment_id')
      .select(sumsOf('disputes.updated_at', sql`disputes.deducted`))
      .where('disputes.updated_at', '>=', from)
      .where('disputes.updated_at', '<', until)
      .where('disputes.status', 'in', DEDUCTED)
      .where(countsIn('disputes.order_id', keys))
      .groupBy(['month', 'payments.currency'])
      .execute(),
    db
      .selectFrom('payments')
      .select(({ ref }) => [
        spanOf('captured_at', bounds).as('month'),
        sql<number>`coalesce(sum(${ref('fee')}), 0)`.as('fees'),
      ])
      .where('captured_at', '>=', from)
      .where('captured_at', '<', until)
      .where(countsIn('payments.order_id', keys))
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
  const none = () => ({ received: 0, refunded: 0, lost: 0 });
  const totals = bounds
    .slice(1)
    .map((): MonthTotals => ({ ...none(), fees: 0, receipts: 0, foreign: new Map() }));
  for (const { month, ...sums } of [...fees, ...receipts]) Object.assign(totals[month] ?? {}, sums);
  for (const [kind, rows] of Object.entries({ received, refunded, lost })) {
    for (const { month, currency, amount, rupees } of rows) {
      const total = totals[month];
      if (!total) continue;
      total[kind as keyof Sums] += rupees;
      if (currency === 'INR') continue;
      const sums = total.foreign.get(currency) ?? none();
      total.foreign.set(currency, { ...sums, [kind]: amount });
    }
  }
  return totals;
}

/**
 * The SQL number of the interval that contains a time. Months and days in the seller's time zone cannot be compared by
 * a prefix of the UTC time.
 */
export function spanOf(column: string, bounds: string[]): RawBuilder<number> {
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
