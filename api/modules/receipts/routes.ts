import { Hono } from 'hono';
import type { Env } from '../../platform/http/env.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/sessions.ts';
import { requireOrderOf } from '../orders/require-order.ts';
import { refreshOrder } from '../payments/refresh-order.ts';
import { sendDocument } from './download-document.ts';
import { toMoneyPageDto } from './money-page.ts';
import { toMoneyDto } from './order-money-dto.ts';

const ok = { success: true as const };

/** Routes for the buyer to read payments and download documents. */
export const receiptRoutes = new Hono<Env>()
  .get('/money', verifiedOnly, async (c) => {
    const { db } = c.var.services.store;
    const before = c.req.query('before') ?? null;
    return c.json({ ...ok, money: await toMoneyPageDto(db, requireVerifiedUser(c).id, before) });
  })
  .post('/:orderId/money/check', verifiedOnly, async (c) => {
    const { services } = c.var;
    const { db } = services.store;
    const [buyer, id] = [requireVerifiedUser(c).id, c.req.param('orderId')];
    await refreshOrder(services, await requireOrderOf(db, buyer, id));
    // Read again: the check may have changed the order.
    const order = await requireOrderOf(db, buyer, id);
    return c.json({ ...ok, money: await toMoneyDto(db, order) });
  })
  .get('/:orderId/money', verifiedOnly, async (c) => {
    const { db } = c.var.services.store;
    const order = await requireOrderOf(db, requireVerifiedUser(c).id, c.req.param('orderId'));
    return c.json({ ...ok, money: await toMoneyDto(db, order) });
  })
  .get('/:orderId/receipts/:file', verifiedOnly, limitDownloads, async (c) => {
    const { db } = c.var.services.store;
    const order = await requireOrderOf(db, requireVerifiedUser(c).id, c.req.param('orderId'));
    return sendDocument(c, order.id, c.req.param('file'));
  });
