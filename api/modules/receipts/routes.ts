import { Hono } from 'hono';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { buyersOnly, requireBuyer } from '../accounts/sessions.ts';
import { requireOrderOf } from '../orders/require-order.ts';
import { sendReceipt } from './download-receipt.ts';
import { toMoneyDto } from './money-dto.ts';
import { findReceiptOf } from './queries.ts';
import { receiptNumberOf, UNKNOWN_RECEIPT } from './rules.ts';

/** The money of an order and its receipts, as its buyer sees them. */
export const receiptRoutes = new Hono<Env>()
  .get('/:orderId/money', buyersOnly, async (c) => {
    const { db } = c.var.services.store;
    const order = await requireOrderOf(db, requireBuyer(c).id, c.req.param('orderId'));
    return c.json({ success: true as const, money: await toMoneyDto(db, order) });
  })
  .get('/:orderId/receipts/:file', buyersOnly, limitDownloads, async (c) => {
    const { db } = c.var.services.store;
    const order = await requireOrderOf(db, requireBuyer(c).id, c.req.param('orderId'));
    const number = receiptNumberOf(c.req.param('file'));
    const receipt = number === null ? undefined : await findReceiptOf(db, order.id, number);
    if (!receipt) throw new ApiError(404, UNKNOWN_RECEIPT);
    return sendReceipt(c, receipt);
  });
