import { Hono } from 'hono';
import type { Env } from '../../platform/http/env.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { requireOrderOf } from '../orders/queries.ts';
import { sendDocument } from './download-document.ts';

/** The route for the buyer to download a receipt, invoice or refund document. */
export const documentRoutes = new Hono<Env>().get(
  '/:orderId/receipts/:file',
  verifiedOnly,
  limitDownloads,
  async (c) => {
    const { db } = c.var.services.store;
    const order = await requireOrderOf(db, requireVerifiedUser(c).id, c.req.param('orderId'));
    return sendDocument(c, order.id, c.req.param('file'));
  },
);
