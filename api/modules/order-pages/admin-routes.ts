import { Hono } from 'hono';
import { z } from 'zod';
import type { Order } from '../../../db/schema.ts';
import { audited } from '../../platform/audit/audited.ts';
import { mediaUrl } from '../../platform/files/dto.ts';
import { EXPORT_PAGE, streamCsv } from '../../platform/http/csv.ts';
import type { Env } from '../../platform/http/env.ts';
import { searchText } from '../../platform/http/text-schema.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { sendDocument } from '../billing/download-document.ts';
import { periodQuery, periodSpan } from '../billing/ledger/ledger-periods.ts';
import { isMarkedAsTest, PAID_STATUSES, type ShownStatus } from '../orders/rules.ts';
import { PAYMENT_FILTERS } from '../payments/payment-state-rules.ts';
import { toAdminOrderDto, toAssistantOrderDto } from './admin-order-dto.ts';
import { readMonth } from './calendar-month.ts';
import { type ListedOrder, toListedOrders } from './order-document.ts';
import { countByStatus, cursorOf, listOrderQueue, parseCursor } from './order-queue.ts';
import { listOrdersToExport, orderColumns, orderLine } from './orders-csv.ts';
import { paymentPages, toAdminPaymentsDto } from './payment-list.ts';

const PAGE = 50;
const PAYMENTS_PAGE = 20;
const queueQuery = z.object({
  status: z.enum(PAID_STATUSES).optional().catch(undefined),
  find: searchText.optional().catch(undefined),
  after: z.string().max(200).transform(parseCursor).optional().catch(undefined),
});
const filters = z.object({
  show: z.enum(PAYMENT_FILTERS).optional().catch(undefined),
  period: periodQuery,
  find: searchText.optional().catch(undefined),
  after: z.string().max(200).transform(paymentPages.parseCursor).optional().catch(undefined),
});

const monthQuery = z.object({
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
});

const ok = { success: true as const };

/** The owner's list of orders, and an order. */
export const adminOrderPageRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const { store, provider } = c.var.services;
    const { db } = store;
    const query = queueQuery.parse(c.req.query());
    const rows = await listOrderQueue(db, { ...query, limit: PAGE + 1 });
    const found = await countByStatus(db, query.find);
    const counts = Object.fromEntries(
      found.map(({ shown_status, orders }) => [shown_status, orders]),
    ) as Partial<Record<ShownStatus, number>>;
    const count = found
      .filter(({ shown_status }) => !query.status || shown_status === query.status)
      .reduce((sum, { orders }) => sum + orders, 0);
    const page = rows.slice(0, PAGE);
    const listed = await toListedOrders(db, page, 'owner');
    const orders = page.map((row, at) => ({
      ...(listed[at] as ListedOrder),
      isTest: isMarkedAsTest(row, provider),
      buyer: {
        name: row.buyer_name,
        avatar: row.avatar_hash ? mediaUrl(row.avatar_hash, 'image/webp') : null,
      },
    }));
    const last = rows.length > PAGE ? page.at(-1) : undefined;
    return c.json({ ...ok, orders, counts, count, next: last ? cursorOf(last) : null });
  })
  .get('/orders.csv', audited('Exported orders'), limitDownloads, (c) => {
    const { store, config, provider } = c.var.services;
    const { status, find } = queueQuery.parse(c.req.query());
    const query = { status, find, keys: provider, limit: EXPORT_PAGE };
    return streamCsv<Order>(c, 'orders', {
      columns: orderColumns(config.timeZone),
      list: (after) => listOrdersToExport(store.db, { ...query, after }),
      line: (order) => orderLine(order, config.timeZone),
    });
  })
  .get('/:id', async (c) => {
    const order = await toAdminOrderDto(c.var.services, c.req.param('id'));
    return c.json({ ...ok, order: c.var.assistant ? toAssistantOrderDto(order) : order });
  })
  .get('/:id/receipts/:file', limitDownloads, (c) =>
    sendDocument(c, c.req.param('id'), c.req.param('file')),
  );

/** The owner's calendar: one month of it. */
export const adminCalendarRoutes = new Hono<Env>().get('/', async (c) => {
  const { month } = monthQuery.parse(c.req.query());
  return c.json({ ...ok, ...(await readMonth(c.var.services, month)) });
});

/** The owner's payments. */
export const adminPaymentListRoutes = new Hono<Env>().get('/', async (c) => {
  const { store, clock, config, provider } = c.var.services;
  const { period, ...rest } = filters.parse(c.req.query());
  const query = {
    ...rest,
    ...(period && periodSpan(period, config.timeZone)),
    limit: PAYMENTS_PAGE + 1,
  };
  const today = { now: clock(), timeZone: config.timeZone };
  return c.json({ ...ok, ...(await toAdminPaymentsDto(store.db, query, provider, today)) });
});
