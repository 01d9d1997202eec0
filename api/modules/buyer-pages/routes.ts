import { Hono } from 'hono';
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
export function orderListRoutes({ store }: Services, cached: ResponseCache) {
  const listOf = (buyerId: string) =>
    cached(`orders:${buyerId}`, async () => {
      const rows = await listOrdersOf(store.db, buyerId);
      const orders = await toListedOrders(store.db, rows, 'buyer');
      return { ...ok, orders, count: orders.length };
    });
  return new Hono<Env>().get('/user-orders', verifiedOnly, async (c) =>
    sendJson(c, await listOf(requireVerifiedUser(c).id)),
  );
}

/** Routes of the buyer's payments page and of an order's page. */
export const buyerPageRoutes = new Hono<Env>()
  .get('/money', verifiedOnly, async (c) => {
    const { db } = c.var.services.store;
    const before = c.req.query('before') ?? null;
    return c.json({ ...ok, money: await toMoneyPageDto(db, requireVerifiedUser(c).id, before) });
  })
  .post('/:orderId/money/check', verifiedOnly, async (c) => {
    const { services } = c.var;
    await refreshOrder(services, await orderInPath(c));
    // Read again: the check may have changed the order.
    return c.json({ ...ok, money: await toMoneyDto(services.store.db, await orderInPath(c)) });
  })
  .get('/:orderId/money', verifiedOnly, async (c) => {
    const { db } = c.var.services.store;
    return c.json({ ...ok, money: await toMoneyDto(db, await orderInPath(c)) });
  })
  .get('/:orderId', verifiedOnly, async (c) => {
    const { store, clock } = c.var.services;
    const order = await toBuyerOrderDto(store.db, await orderInPath(c), clock());
    return c.json({ ...ok, order });
  });
