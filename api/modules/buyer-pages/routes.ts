import { Hono } from 'hono';
import type { Env } from '../../platform/http/env.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/sessions.ts';
import { requireOrderOf } from '../orders/require-order.ts';
import { refreshOrder } from '../payments/refresh-order.ts';
import { toMoneyPageDto } from './money-page.ts';
import { toMoneyDto } from './order-money.ts';
import { toOrderPageDto } from './order-page.ts';

const ok = { success: true as const };

/** Routes of the buyer's payments page and of an order's page. */
export const buyerPageRoutes = new Hono<Env>()
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
  .get('/:orderId', verifiedOnly, async (c) => {
    const { db } = c.var.services.store;
    const order = await requireOrderOf(db, requireVerifiedUser(c).id, c.req.param('orderId'));
    return c.json({ ...ok, order: await toOrderPageDto(db, order, c.var.services.clock()) });
  });
