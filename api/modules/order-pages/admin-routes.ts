import { Hono } from 'hono';
import { z } from 'zod';
import type { Order } from '../../../db/schema.ts';
import { audited } from '../../platform/audit/audited.ts';
import { EXPORT_PAGE, streamCsv } from '../../platform/http/csv.ts';
import type { Env } from '../../platform/http/env.ts';
import { searchText } from '../../platform/http/text-schema.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { sendDocument } from '../billing/download-document.ts';
import { periodQuery, periodSpan } from '../billing/ledger/ledger-periods.ts';
import { ORDER_TABS } from '../orders/next-rules.ts';
import { PAYMENT_FILTERS } from '../payments/payment-state-rules.ts';
import { toAdminOrderDto, toAssistantOrderDto } from './admin-order-dto.ts';
import { readMonth } from './calendar-month.ts';
import { toOrderListDto } from './order-queue.ts';
import { listOrdersToExport, orderColumns, orderLine } from './orders-csv.ts';
import { paymentPages, toAdminPaymentsDto } from './payment-list.ts';

const PAYMENTS_PAGE = 20;
const queueQuery = z.object({
  show: z.enum(ORDER_TABS).optional().catch(undefined),
  find: searchText.optional().catch(undefined),
  after: z.uuid().optional().catch(undefined),
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
    const { show, find, after } = queueQuery.parse(c.req.query());
    return c.json({ ...ok, ...(await toOrderListDto(c.var.services, { show, find, after })) });
  })
  .get('/orders.csv', audited('Exported orders'), limitDownloads, (c) => {
    const { store, config, provider } = c.var.services;
    const { find } = queueQuery.parse(c.req.query());
    const query = { find, keys: provider, limit: EXPORT_PAGE };
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
