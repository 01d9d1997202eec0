import { Hono } from 'hono';
import { iso } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { type ResponseCache, sendJson } from '../../platform/http/response-cache.ts';
import type { Services } from '../../platform/services.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { listOrdersOf } from '../orders/queries.ts';
import { orderInPath } from '../orders/require-order.ts';
import { refreshOrder } from '../payments/refresh-order.ts';
import { toMoneyPageDto } from './money-page.ts';
import { toBuyerOrderDto, toListedOrders } from './order-document.ts';
import { toMoneyDto } from './order-money.ts';

const ok = { success: true as const };

/** The buyer's orders; `count` is their number. */
export function orderListRoutes({ store, clock }: Services, cached: ResponseCache) {
  const listOf = (buyerId: string) =>
    cached(`orders:${buyerId}`, async () => {
      const now = clock();
      const rows = await listOrdersOf(store.db, buyerId, iso(now));
      const orders = await toListedOrders(store.db, rows, { side: 'buyer', now });
      return { ...ok, orders, count: orders.length };
    });
  return new Hono<Env>().get('/user-orders', verifiedOnly, async (c) =>
    sendJson(c, await listOf(requireVerifiedUser(c).id)),
  );
}

/** Routes of the buyer's payments page and of an order's page. */
export const buyerPageRoutes = new Hono<Env>()
  .get('/money', verifiedOnly, async (c) => {
    const { store, clock } = c.var.services;
    const which = { before: c.req.query('before') ?? null, now: iso(clock()) };
    return c.json({
      ...ok,
      money: await toMoneyPageDto(store.db, requireVerifiedUser(c).id, which),
    });
  })
  .post('/:orderId/money/check', verifiedOnly, async (c) => {
    const { services } = c.var;
    await refreshOrder(services, await orderInPath(c));
    // Read again: the check may have changed the order.
    return c.json({
      ...ok,
      money: await toMoneyDto(services.store.db, await orderInPath(c), iso(services.clock())),
    });
  })
  .get('/:orderId/money', verifiedOnly, async (c) => {
    const { store, clock } = c.var.services;
    return c.json({ ...ok, money: await toMoneyDto(store.db, await orderInPath(c), iso(clock())) });
  })
  .get('/:orderId', verifiedOnly, async (c) => {
    const { store, clock } = c.var.services;
    const order = await toBuyerOrderDto(store.db, await orderInPath(c), clock());
    return c.json({ ...ok, order });
  });
