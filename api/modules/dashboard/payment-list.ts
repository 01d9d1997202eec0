import { Hono } from 'hono';
import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import type { Env } from '../../platform/http/env.ts';
import { searchText } from '../../platform/http/text-schema.ts';
import { rupeeValue, toRupees } from '../../platform/money/rules.ts';
import {
  listPayments,
  type PaymentListQuery,
  paymentPages,
  toListedPayments,
} from '../buyer-pages/payment-list.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import type { KeyKind } from '../orders/queries.ts';
import { isMarkedAsTest } from '../orders/rules.ts';
import { PAYMENT_FILTERS } from '../payments/payment-state-rules.ts';
import { listUnsettledTasks, type UnsettledPayment } from '../payments/webhook.ts';
import { periodQuery, periodSpan } from './ledger-periods.ts';

const PAGE = 50;

const filters = z.object({
  show: z.enum(PAYMENT_FILTERS).optional().catch(undefined),
  period: periodQuery,
  find: searchText.optional().catch(undefined),
  after: z.string().max(200).transform(paymentPages.parseCursor).optional().catch(undefined),
});

/** The owner's payments; mounted behind the owner's guard. */
export const paymentListRoutes = new Hono<Env>().get('/', async (c) => {
  const { store, clock, config, provider } = c.var.services;
  const { period, ...rest } = filters.parse(c.req.query());
  const query = { ...rest, ...(period && periodSpan(period, config.timeZone)), limit: PAGE + 1 };
  return c.json({
    success: true as const,
    ...(await readPage(store.db, query, provider, { now: clock(), timeZone: config.timeZone })),
  });
});

async function readPage(
  db: Db,
  query: PaymentListQuery,
  keys: KeyKind,
  today: { now: Date; timeZone: string },
) {
  const unsettled = (await listUnsettledTasks(db, today.now)).map((task) => ({
    ...{ kind: 'unsettled' as const, id: task._id, at: task.since, task },
  }));
  const rows = [
    ...unsettled.filter((row) => isUnsettledShown(row, query)),
    ...(await listPayments(db, query)),
  ];
  const { page, next } = paymentPages.page(rows, PAGE);
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
    isRefundDue: payment?.refund_due === 1,
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
  ...{ isTest: false, isRefundDue: false, fee: null, net: null },
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
