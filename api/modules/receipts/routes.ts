import { Hono } from 'hono';
import type { Env } from '../../platform/http/env.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { buyersOnly, requireBuyer } from '../accounts/sessions.ts';
import { requireOrderOf } from '../orders/require-order.ts';
import { sendDocument } from './download-document.ts';
import { toMoneyDto } from './money-dto.ts';

/** The money of an order and its documents, as its buyer sees them. */
export const receiptRoutes = new Hono<Env>()
  .get('/:orderId/money', buyersOnly, async (c) => {
    const { db } = c.var.services.store;
    const order = await requireOrderOf(db, requireBuyer(c).id, c.req.param('orderId'));
    return c.json({ success: true as const, money: await toMoneyDto(db, order) });
  })
  .get('/:orderId/receipts/:file', buyersOnly, limitDownloads, async (c) => {
    const { db } = c.var.services.store;
    const order = await requireOrderOf(db, requireBuyer(c).id, c.req.param('orderId'));
    return sendDocument(c, order.id, c.req.param('file'));
  });
