import { type AliasedExpression, sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { escapeLike } from '../../../../db/sql-like.ts';
import { mergedPages, type Place } from '../../../platform/http/merged-pages.ts';
import { formatExact } from '../../../platform/money/rules.ts';
import { countsIn, type KeyKind } from '../../orders/queries.ts';
import { DEDUCTED } from '../../payments/disputes/rules.ts';
import { rupeesOf, rupeesOfRefund } from './ledger-month-totals.ts';

/** The kinds of ledger entries. Entries of the same time are listed in this order. */
const KINDS = ['payment', 'fee', 'receipt', 'refund', 'dispute', 'document'] as const;
type LedgerKind = (typeof KINDS)[number];

const ledgerPages = mergedPages(KINDS);

/** A ledger entry. Refunds, fees and dispute losses are negative. */
export interface EntryRow {
  kind: LedgerKind;
  /** The id of the payment or refund, or the number of the receipt or document. */
  id: string;
  at: string;
  amount: number;
  currency: string;
  /** The value of the amount in paise; null if it is not known. */
  rupees: number | null;
  orderId: string | null;
  buyer: string | null;
  paymentId: string;
  status: string;
  /** The method of a payment, or the reason for a refund. */
  detail: string;
}

export interface LedgerQuery {
  keys: KeyKind;
  /** Start of the time range (inclusive); `until` is exclusive. */
  from?: string | undefined;
  until?: string | undefined;
  find?: string | undefined;
  after?: Place<LedgerKind> | undefined;
  limit: number;
}

type Source = AliasedExpression<Omit<EntryRow, 'kind'>, 'entry'>;

const SOURCES: Record<LedgerKind, (db: Db) => Source> = {
  payment: (db) =>
    paymentsWithOrder(db)
      .select(['payments.amount as amount', 'payments.status', 'payments.method as detail'])
      .select(['payments.currency', rupeesOf(sql`payments.amount`).as('rupees')])
      .as('entry'),
  fee: (db) =>
    paymentsWithOrder(db)
      .select(({ ref }) => [
        sql<number>`-${ref('payments.fee')}`.as('amount'),
        'payments.status',
        'payments.method as detail',
        // The provider reports its fee in rupees, whatever the currency.
        sql<string>`'INR'`.as('currency'),
        sql<number | null>`-${ref('payments.fee')}`.as('rupees'),
      ])
      .where('payments.fee', '>', 0)
      .as('entry'),
  receipt: (db) =>
    db
      .selectFrom('receipts')
      .innerJoin('orders', 'orders.id', 'receipts.order_id')
      .select([
        'receipts.number as id',
        'receipts.created_at as at',
        'receipts.order_id as orderId',
        'orders.buyer_name as buyer',
        'receipts.payment_id as paymentId',
        sql<number>`0`.as('amount'),
        'orders.currency as currency',
        sql<number | null>`0`.as('rupees'),
        sql<string>`''`.as('status'),
        sql<string>`''`.as('detail'),
      ])
      .as('entry'),
  refund: (db) =>
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .leftJoin('orders', 'orders.id', 'payments.order_id')
      .select(({ ref }) => [
        'refunds.id as id',
        'refunds.created_at as at',
        'payments.order_id as orderId',
        'orders.buyer_name as buyer',
        'payments.id as paymentId',
        // A failed refund moved no money.
        sql<number>`case when ${ref('refunds.status')} = 'failed' then 0 else -${ref('refunds.amount')} end`.as(
          'amount',
        ),
        'payments.currency',
        sql<
          number | null
        >`case when ${ref('refunds.status')} = 'failed' then 0 else -(${rupeesOfRefund}) end`.as(
          'rupees',
        ),
        'refunds.status',
        'refunds.reason as detail',
      ])
      .as('entry'),
  // A document moves no money; its amount is only in its description.
  document: (db) =>
    db
      .selectFrom('billing_documents')
      .innerJoin('orders', 'orders.id', 'billing_documents.order_id')
      .leftJoin('refunds', 'refunds.id', 'billing_documents.refund_id')
      .select(({ ref }) => [
        'billing_documents.number as id',
        'billing_documents.created_at as at',
        'billing_documents.order_id as orderId',
        'orders.buyer_name as buyer',
        sql<string>`coalesce(${ref('refunds.payment_id')}, '')`.as('paymentId'),
        sql<number>`0`.as('amount'),
        'orders.currency as currency',
        sql<number | null>`0`.as('rupees'),
        sql<string>`case when ${ref('kind')} <> 'invoice' and ${ref('refund_id')} is null
          and ${ref('billing_documents.instalment_id')} is null then 'reversal'
          else ${ref('kind')} end`.as('status'),
        sql<string>`cast(${ref('billing_documents.amount')} as text)`.as('detail'),
      ])
      .as('entry'),
  // An undecided or won dispute moved no money.
  dispute: (db) =>
    db
      .selectFrom('disputes')
      .innerJoin('payments', 'payments.id', 'disputes.payment_id')
      .leftJoin('orders', 'orders.id', 'disputes.order_id')
      .select(({ ref }) => [
        'disputes.id as id',
        'disputes.updated_at as at',
        'disputes.order_id as orderId',
        'orders.buyer_name as buyer',
        'payments.id as paymentId',
        sql<number>`-${ref('disputes.deducted')}`.as('amount'),
        'payments.currency',
        sql<number | null>`-(${rupeesOf(sql`disputes.deducted`)})`.as('rupees'),
        'disputes.status',
        'disputes.reason as detail',
      ])
      .where('disputes.status', 'in', DEDUCTED)
      .where('disputes.deducted', '>', 0)
      .as('entry'),
};

const paymentsWithOrder = (db: Db) =>
  db
    .selectFrom('payments')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .select([
      'payments.id as id',
      'payments.captured_at as at',
      'payments.order_id as orderId',
      'orders.buyer_name as buyer',
      'payments.id as paymentId',
    ]);

/** Lists matching entries, newest first. Each kind is read in the order of its own index. */
export async function listLedger(db: Db, query: LedgerQuery): Promise<EntryRow[]> {
  const lists = await Promise.all(KINDS.map((kind) => listKind(db, kind, query)));
  return ledgerPages.page(lists.flat(), query.limit).page;
}

async function listKind(db: Db, kind: LedgerKind, query: LedgerQuery): Promise<EntryRow[]> {
  const { keys, from, until, find, after, limit } = query;
  let rows = db.selectFrom(SOURCES[kind](db)).selectAll().where(countsIn('entry.orderId', keys));
  if (from) rows = rows.where('at', '>=', from);
  if (until) rows = rows.where('at', '<', until);
  if (find) rows = rows.where(entryMatches(kind, find));
  if (after) rows = rows.where(ledgerPages.isAfter(kind, after));
  const found = await rows.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return found.map((row) => ({ ...row, ...(kind === 'document' && wordsOf(row)), kind }));
}

const DOCUMENTS: Record<string, string> = {
  invoice: 'Invoice',
  refund: 'Refund document',
  credit: 'Credit note',
  reversal: 'Reversal of a refund document',
};

/** Describes a document: 'Invoice of ₹14,999.00'. A document has no status. */
const wordsOf = ({
  status,
  detail,
  currency,
}: Pick<EntryRow, 'status' | 'detail' | 'currency'>) => ({
  status: '',
  detail: `${DOCUMENTS[status]} of ${formatExact(Number(detail), currency)}`,
});

/** A condition: one of the entry's ids, the number of its order or the buyer's name contains this text. */
function entryMatches(kind: LedgerKind, words: string) {
  const pattern = `%${escapeLike(words.replace(/^#/, ''))}%`;
  // For payments and fees the entry's id is the payment's id, so it need not be searched twice.
  const ids = kind === 'payment' || kind === 'fee' ? [] : ['entry.id'];
  const columns = [...ids, 'entry.paymentId', 'entry.orderId', 'entry.buyer'];
  const tests = columns.map((name) => sql`lower(${sql.ref(name)}) like ${pattern} escape '\\'`);
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}
