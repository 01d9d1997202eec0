import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Dispute, Instalment } from '../../../db/schema.ts';
import { escapeLike, matchesLike } from '../../../db/sql-like.ts';
import { dayIn } from '../../platform/dates.ts';
import { mergedPages, type Place } from '../../platform/http/merged-pages.ts';
import { rupeeValue, toRupees } from '../../platform/money/rules.ts';
import { maskPaymentId } from '../../platform/payment-provider/mask-payment-id.ts';
import type { DocumentData, RefundData } from '../billing/document-data.ts';
import { textOf } from '../billing/document-text.ts';
import type { OrderItemDto } from '../orders/dto.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { type KeyKind, titleMatches } from '../orders/queries.ts';
import { isMarkedAsTest } from '../orders/rules.ts';
import { isRefundDue, isUnmatched, owedAgain } from '../payments/admin-queries.ts';
import { UNDECIDED } from '../payments/disputes/rules.ts';
import { dueOf } from '../payments/dto.ts';
import { instalmentName, nextInstalment } from '../payments/instalment-rules.ts';
import {
  openPartState,
  type PaymentFilter,
  type PaymentState,
  paymentState,
} from '../payments/payment-state-rules.ts';
import { openInstalmentsOfPaidOrders } from '../payments/queries.ts';
import { readRefundDays } from '../payments/refund-speed.ts';
import { listUnsettledTasks, type UnsettledPayment } from '../payments/webhook.ts';
import type { Today } from './order-document.ts';

/** Captured payments, and the parts of paid orders that are still to be paid. */
const KINDS = ['unsettled', 'part', 'payment'] as const;
type Kind = (typeof KINDS)[number];

export const paymentPages = mergedPages(KINDS);
export type PaymentPlace = Place<Kind>;

export interface PaymentListQuery {
  /** Only this buyer's. */
  buyerId?: string;
  show?: PaymentFilter | undefined;
  /** Start of the time range (inclusive); `until` is exclusive. */
  from?: string | undefined;
  until?: string | undefined;
  find?: string | undefined;
  after?: PaymentPlace | undefined;
  limit: number;
}

/** The position in an id at which the order number (`orderNumber`) begins. */
const ORDER_NUMBER_START = 31;

/** Payments with their order and part; each is read in the order of the index of `captured_at`. */
function selectPayments(db: Db, { buyerId, show }: PaymentListQuery) {
  let rows = db
    .selectFrom('payments')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .leftJoin('instalments', 'instalments.id', 'payments.instalment_id')
    .select([
      'payments.id as id',
      'payments.captured_at as at',
      'payments.order_id as order_id',
      'payments.amount as amount',
      'payments.refunded as refunded',
      'payments.lost as lost',
      'payments.fee as fee',
      'payments.base_amount as base_amount',
      'payments.currency as currency',
      'payments.method as method',
      'payments.status as status',
      'orders.buyer_name as buyer_name',
      'orders.items as items',
      'orders.is_test as is_test',
      'orders.status as order_status',
      'instalments.number as number',
      'instalments.title as title',
      'instalments.tax_deducted as tax_deducted',
      'instalments.tax_certificate as tax_certificate',
    ])
    .select(owedAgain.as('owed_again'))
    .select(sql<number>`case when ${isRefundDue} then 1 else 0 end`.as('refund_due'));
  if (buyerId) rows = rows.where('orders.buyer_id', '=', buyerId);
  if (show === 'refunded') rows = rows.where('payments.refunded', '>', 0);
  if (show === 'disputed') rows = rows.where(({ exists }) => exists(hasDispute(db)));
  if (show === 'attention') {
    const toAnswer = hasDispute(db).where('disputes.status', '=', 'open');
    rows = rows.where(({ or, exists }) => or([exists(toAnswer), isRefundDue, isUnmatched]));
  }
  return rows;
}

const hasDispute = (db: Db) =>
  db
    .selectFrom('disputes')
    .select('disputes.id')
    .where(sql<boolean>`disputes.payment_id = payments.id`);

function selectParts(db: Db, { buyerId }: PaymentListQuery) {
  const rows = openInstalmentsOfPaidOrders(db).select([
    'instalments.id as id',
    sql<string>`coalesce(instalments.pay_by, instalments.created_at)`.as('at'),
    'instalments.order_id as order_id',
    sql<number>`instalments.amount - instalments.tax_deducted`.as('amount'),
    'orders.currency as currency',
    'instalments.pay_by as pay_by',
    'instalments.due as due',
    'instalments.opened_at as opened_at',
    'instalments.number as number',
    'instalments.title as title',
    'orders.buyer_name as buyer_name',
    'orders.items as items',
    'orders.is_test as is_test',
  ]);
  return buyerId ? rows.where('orders.buyer_id', '=', buyerId) : rows;
}

/** A condition on a row: its payment, the number of its order, its gig, its buyer or a document has this text. */
function rowMatches(kind: 'payment' | 'part', words: string) {
  const known = words.replace(/^#/, '').toLowerCase();
  const plain = escapeLike(known);
  const inside = `%${plain}%`;
  const ofOrder = sql`
    substr(entry.order_id, ${sql.lit(ORDER_NUMBER_START)}) like ${`${plain}%`} escape '\\'
    or entry.order_id = ${known}
    or ${matchesLike('entry.buyer_name', inside)}
    or ${titleMatches('entry.items', known)}`;
  if (kind === 'part') return sql<boolean>`(${ofOrder})`;
  return sql<boolean>`(
    ${ofOrder}
    or ${matchesLike('entry.id', inside)}
    or exists (
      select 1 from receipts
      where receipts.payment_id = entry.id and ${matchesLike('receipts.number', inside)}
    )
    or exists (
      select 1 from billing_documents
      where billing_documents.order_id = entry.order_id
        and ${matchesLike('billing_documents.number', inside)}
    )
  )`;
}

/** A condition on a row: in the time range, after the place and with the text that are asked for. */
function isAskedFor(kind: 'payment' | 'part', { from, until, find, after }: PaymentListQuery) {
  const conditions = [
    from && sql<boolean>`at >= ${from}`,
    until && sql<boolean>`at < ${until}`,
    find && rowMatches(kind, find),
    after && paymentPages.isAfter(kind, after),
  ].filter((each) => typeof each === 'object');
  return conditions.length > 0
    ? sql<boolean>`${sql.join(conditions, sql` and `)}`
    : sql<boolean>`1 = 1`;
}

/** Lists payments and open parts, newest first. */
export async function listPayments(db: Db, query: PaymentListQuery) {
  const [payments, parts] = await Promise.all([
    query.show === 'due'
      ? []
      : db
          .selectFrom(selectPayments(db, query).as('entry'))
          .selectAll()
          .where(isAskedFor('payment', query))
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(query.limit)
          .execute(),
    query.show && query.show !== 'due'
      ? []
      : db
          .selectFrom(selectParts(db, query).as('entry'))
          .selectAll()
          .where(isAskedFor('part', query))
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(query.limit)
          .execute(),
  ]);
  return [
    ...payments.map((row) => ({ kind: 'payment' as const, ...row })),
    ...parts.map((row) => ({ kind: 'part' as const, ...row })),
  ];
}

type Row = Awaited<ReturnType<typeof listPayments>>[number];

/** What belongs to the payments of one page: one query for each table. */
async function readDetails(db: Db, rows: Row[]) {
  const payments = rows.filter(({ kind }) => kind === 'payment').map(({ id }) => id);
  const orders = [...new Set(rows.flatMap(({ order_id }) => order_id ?? []))];
  // PostgreSQL takes no empty list.
  const [paymentIds, orderIds] = [payments, orders].map((ids) => [...ids, '']) as [
    string[],
    string[],
  ];
  const [instalments, refunds, disputes, receipts, documents, settled] = await Promise.all([
    db.selectFrom('instalments').selectAll().where('order_id', 'in', orderIds).execute(),
    db
      .selectFrom('refunds')
      .select(['id', 'payment_id', 'status', 'created_at'])
      .where('payment_id', 'in', paymentIds)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('disputes')
      .select(['payment_id', 'status', 'respond_by'])
      .where('payment_id', 'in', paymentIds)
      .where('status', 'in', UNDECIDED)
      .orderBy('respond_by')
      .execute(),
    db
      .selectFrom('receipts')
      .select(['number', 'data', 'payment_id'])
      .where('payment_id', 'in', paymentIds)
      .execute(),
    db
      .selectFrom('billing_documents')
      .select(['number', 'data', 'order_id', 'refund_id'])
      .where('order_id', 'in', orderIds)
      .orderBy('created_at')
      .orderBy('number')
      .execute(),
    db
      .selectFrom('payments')
      .select(['id', 'order_id'])
      .where('order_id', 'in', orderIds)
      .where('status', '=', 'settled')
      .orderBy('captured_at')
      .orderBy('id')
      .execute(),
  ]);
  const ofOrders = Map.groupBy(instalments, ({ order_id }) => order_id);
  return {
    partsOf: new Map(
      [...ofOrders].map(([id, parts]) => [
        id,
        parts.filter(({ change_id }) => change_id === null).length,
      ]),
    ),
    nextParts: new Set([...ofOrders.values()].map((parts) => nextInstalment(parts)?.id)),
    lastPaymentOf: new Map(settled.map((row) => [row.order_id, row.id])),
    ...{ refunds, disputes, receipts, documents },
  };
}

type Details = Awaited<ReturnType<typeof readDetails>>;

const toPaper = ({ number, data }: { number: string; data: string }) => ({
  number,
  title: textOf(JSON.parse(data) as DocumentData).title,
});

/** The receipt and refund documents of a payment; the last one of an order has its invoice as well. */
function papersOf(row: Row, { receipts, refunds, documents, lastPaymentOf }: Details) {
  const isLast = row.order_id !== null && lastPaymentOf.get(row.order_id) === row.id;
  const refundIds = refunds.filter(({ payment_id }) => payment_id === row.id).map(({ id }) => id);
  // A paper that takes one of a refund back stands beside it.
  const refundOf = ({ refund_id, data }: (typeof documents)[number]): string | null => {
    const { reverses } = JSON.parse(data) as Partial<RefundData>;
    return (
      refund_id ?? documents.find((each) => each.number === reverses?.number)?.refund_id ?? null
    );
  };
  return [
    ...receipts.filter(({ payment_id }) => payment_id === row.id),
    ...documents.filter((each) => {
      const refundId = refundOf(each);
      return refundId ? refundIds.includes(refundId) : isLast && each.order_id === row.order_id;
    }),
  ].map(toPaper);
}

/** The fields of a row that both sides get. */
export interface ListedPayment {
  orderId: string | null;
  gig: string | null;
  /** The paid part of the order; null for an overpayment and without an order. */
  part: string | null;
  amount: number;
  currency: string;
  refunded: number;
  lost: number;
  /** Tax deducted from the paid part, beside the amount, and its certificate. */
  deducted?: { amount: number; certificate: string | null } | undefined;
  state: PaymentState;
  paidAt: string | null;
  /** The time of the last refund that went through or is on its way. */
  refundedAt: string | null;
  /**
   * When an open part is to be paid, whether its buyer has begun to, and whether it is the one that its order asks for
   * next; null for a payment.
   */
  due: {
    trigger: Instalment['due'];
    payBy: string | null;
    isBegun: boolean;
    isNext: boolean;
  } | null;
  /** An undecided dispute. */
  dispute: (Pick<Dispute, 'status'> & { respondBy: string }) | null;
  papers: { number: string; title: string }[];
}

function toListedPayment(row: Row, details: Details, { now, timeZone }: Today): ListedPayment {
  const { order_id: orderId, number, title } = row;
  const [item] = row.items ? (JSON.parse(row.items) as OrderItemDto[]) : [];
  const isSurplus = row.kind === 'payment' && row.status === 'surplus';
  const common = {
    orderId,
    gig: item?.title ?? null,
    part:
      orderId && number !== null && !isSurplus
        ? instalmentName({ number, title: title ?? '', of: details.partsOf.get(orderId) ?? 1 })
        : null,
    amount: toRupees(row.amount),
    currency: row.currency,
  };
  if (row.kind === 'part') {
    return {
      ...common,
      state: openPartState(row.pay_by && dayIn(row.pay_by, timeZone), dayIn(now, timeZone)),
      ...{ refunded: 0, lost: 0, papers: [] },
      ...{ paidAt: null, dispute: null, refundedAt: null },
      due: {
        ...{ trigger: row.due, payBy: row.pay_by, isBegun: row.opened_at !== null },
        isNext: details.nextParts.has(row.id),
      },
    };
  }
  const refunds = details.refunds.filter((each) => each.payment_id === row.id);
  const dispute = details.disputes.find((each) => each.payment_id === row.id);
  return {
    ...common,
    refunded: toRupees(row.refunded),
    lost: toRupees(row.lost),
    ...(row.status === 'settled' && row.tax_deducted
      ? { deducted: { amount: toRupees(row.tax_deducted), certificate: row.tax_certificate } }
      : {}),
    state: paymentState({
      ...{ amount: row.amount, refunded: row.refunded, lost: row.lost },
      isDisputed: dispute !== undefined,
      isUnmatched: row.status === 'unmatched',
      isRefundDue: row.refund_due === 1,
      isRefundUnderWay: refunds.some(({ status }) => status === 'asked' || status === 'pending'),
    }),
    paidAt: row.at,
    refundedAt: refunds.findLast(({ status }) => status !== 'failed')?.created_at ?? null,
    due: null,
    dispute: dispute ? { status: dispute.status, respondBy: dispute.respond_by } : null,
    papers: papersOf(row, details),
  };
}

/** Rows of a page with what both sides get of each. */
export async function toListedPayments<R extends Row>(db: Db, rows: R[], today: Today) {
  const details = await readDetails(db, rows);
  return rows.map((row) => ({ row, listed: toListedPayment(row, details, today) }));
}

const PAGE = 50;

const toBuyerPayment =
  (refundDays: string) =>
  ({ row, listed: { dispute: _, ...listed } }: Listed) => ({
    _id: row.kind === 'payment' ? maskPaymentId(row.id) : row.id,
    ...listed,
    /** How long a refund takes. */
    refundDays,
  });

export type BuyerPayment = ReturnType<ReturnType<typeof toBuyerPayment>>;

/** One page of a buyer's payments, and on the first what is owed in all. */
export async function toBuyerPaymentsDto(
  db: Db,
  query: Omit<PaymentListQuery, 'limit'> & { buyerId: string },
  today: Today,
) {
  const rows = await listPayments(db, { ...query, limit: PAGE + 1 });
  const { page, next } = paymentPages.page(rows, PAGE);
  const payments = await toListedPayments(db, page, today);
  const toDto = toBuyerPayment(await readRefundDays(db));
  const due = query.after ? null : await listPayments(db, { ...query, ...ALL_DUE });
  return {
    payments: payments.map(toDto),
    owed: due ? owedOf(due, (await toListedPayments(db, due, today)).map(toDto)) : undefined,
    next,
  };
}

/** Every open part of a buyer, more than there can be. */
const ALL_DUE = { show: 'due', find: undefined, limit: 1_000 } as const;

/** What a buyer has to pay, and the part to pay next: the one with the first day, those without a day last. */
function owedOf(due: Row[], parts: BuyerPayment[]) {
  const dayOf = (part: BuyerPayment) => part.due?.payBy ?? '~';
  const next = parts
    .filter((part) => part.due?.isNext)
    .reduce<BuyerPayment | null>((first, part) => {
      return first && dayOf(first) < dayOf(part) ? first : part;
    }, null);
  const amounts = [...Map.groupBy(due, ({ currency }) => currency)].map(([currency, rows]) => ({
    ...{ currency, amount: toRupees(rows.reduce((sum, { amount }) => sum + amount, 0)) },
  }));
  return { amounts, next };
}

export type Owed = ReturnType<typeof owedOf>;

/** A page of the owner's payments: those that cannot be credited, then the others. */
export async function toAdminPaymentsDto(
  db: Db,
  query: PaymentListQuery,
  keys: KeyKind,
  today: Today,
) {
  const unsettled = (await listUnsettledTasks(db, today.now)).map((task) => ({
    ...{ kind: 'unsettled' as const, id: task._id, at: task.since, task },
  }));
  const rows = [
    ...unsettled.filter((row) => isUnsettledShown(row, query)),
    ...(await listPayments(db, query)),
  ];
  const { page, next } = paymentPages.page(rows, query.limit - 1);
  const listed = page.flatMap((row) => (row.kind === 'unsettled' ? [] : [row]));
  const shown = new Map(
    (await toListedPayments(db, listed, today)).map((each) => [each.row.id, each]),
  );
  return {
    payments: page.map((row) => {
      const found = shown.get(row.id);
      return found
        ? toRowDto(found, keys)
        : toUnsettledDto((row as (typeof unsettled)[number]).task);
    }),
    next,
  };
}

type Listed = Awaited<ReturnType<typeof toListedPayments>>[number];

function toRowDto({ row, listed }: Listed, keys: KeyKind) {
  const payment = row.kind === 'payment' ? row : null;
  const fee = payment?.fee ?? null;
  const gone = payment ? payment.refunded + payment.lost : 0;
  const left = payment && rupeeValue(payment, payment.amount - gone, gone);
  return {
    _id: row.id,
    buyer: row.buyer_name,
    ...listed,
    isTest: isMarkedAsTest(row, keys),
    /** What is to be refunded, in rupees. */
    toRefund: payment?.refund_due === 1 ? toRupees(dueOf(payment)) : 0,
    /** What the provider keeps, in rupees; null if it is not known yet. */
    fee: fee === null ? null : toRupees(fee),
    /** What is left after fee, refunds and lost disputes, in rupees; null if that is not known, or nothing is paid. */
    net: left === null ? null : toRupees(left - (fee ?? 0)),
  };
}

export type OwnerPayment = ReturnType<typeof toRowDto>;

/** A payment that the provider has and that cannot be credited. */
const toUnsettledDto = ({
  _id,
  orderId,
  amount,
  currency,
  since,
}: UnsettledPayment): OwnerPayment => ({
  ...{ _id, buyer: null, orderId, gig: null, part: null, amount, currency, refunded: 0, lost: 0 },
  ...{
    state: 'Not credited',
    paidAt: since,
    dispute: null,
    refundedAt: null,
    papers: [],
    due: null,
  },
  ...{ isTest: false, toRefund: 0, fee: null, net: null },
});

/** Whether these filters include an unsettled payment; they are few and not read by SQL. */
function isUnsettledShown(
  row: { kind: 'unsettled'; id: string; at: string; task: UnsettledPayment },
  { show, from, until, find, after }: PaymentListQuery,
): boolean {
  const words = (find ?? '').replace(/^#/, '').toLowerCase();
  const number = row.task.orderId ? orderNumber(row.task.orderId).toLowerCase() : '';
  return (
    (!show || show === 'attention') &&
    (!from || row.at >= from) &&
    (!until || row.at < until) &&
    (!words || row.id.toLowerCase().includes(words) || number.startsWith(words)) &&
    (!after || paymentPages.byPlace(after, row) < 0)
  );
}
