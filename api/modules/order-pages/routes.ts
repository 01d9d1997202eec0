import { Hono } from 'hono';
import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import type { Env } from '../../platform/http/env.ts';
import { type ResponseCache, sendJson } from '../../platform/http/response-cache.ts';
import { searchText } from '../../platform/http/text-schema.ts';
import type { Services } from '../../platform/services.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { limitPacks } from '../accounts/limit-downloads.ts';
import { sendPack } from '../deliveries/pack.ts';
import { orderInPath, quotedOrders } from '../orders/queries.ts';
import { refreshOrder } from '../payments/refresh-order.ts';
import { PROVIDER_CHECKED } from '../payments/texts.ts';
import { toBuyerOrderDto, toListedOrders } from './order-document.ts';
import { paymentPages, toBuyerPaymentsDto } from './payment-list.ts';

const ok = { success: true as const };

/**
 * Lists the buyer's orders, newest first: paid ones, failed ones and accepted quotes, each with its first
 * payment.
 */
const listOrdersOf = (db: Db, buyerId: string) =>
  db
    .selectFrom('orders')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('payments')
        .select('payments.id')
        .whereRef('payments.order_id', '=', 'orders.id')
        .where('payments.status', '=', 'settled')
        .orderBy('captured_at')
        .orderBy('payments.id')
        .limit(1)
        .as('payment_id'),
    )
    .where('buyer_id', '=', buyerId)
    .where((eb) =>
      eb.or([
        eb('paid', '>', 0),
        eb('failed_at', 'is not', null),
        // Accepted quotes whose first payment is open.
        eb('orders.id', 'in', quotedOrders(db)),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** The buyer's orders; `count` is their number. */
export function orderListRoutes({ store, clock, config }: Services, cached: ResponseCache) {
  const listOf = (buyerId: string) =>
    cached(`orders:${buyerId}`, async () => {
      const rows = await listOrdersOf(store.db, buyerId);
      const today = { now: clock(), timeZone: config.timeZone };
      const orders = await toListedOrders(store.db, rows, 'buyer', today);
      return { ...ok, orders, count: orders.length };
    });
  return new Hono<Env>().get('/user-orders', verifiedOnly, async (c) =>
    sendJson(c, await listOf(requireVerifiedUser(c).id)),
  );
}

const filters = z.object({
  show: z.enum(['due', 'refunded']).optional().catch(undefined),
  find: searchText.optional().catch(undefined),
  after: z.string().max(200).transform(paymentPages.parseCursor).optional().catch(undefined),
});

/** Routes of the buyer's payments page and of an order's page. */
export const buyerPageRoutes = new Hono<Env>()
  .get('/money', verifiedOnly, async (c) => {
    const { store, clock, config } = c.var.services;
    const query = { ...filters.parse(c.req.query()), buyerId: requireVerifiedUser(c).id };
    const today = { now: clock(), timeZone: config.timeZone };
    return c.json({ ...ok, ...(await toBuyerPaymentsDto(store.db, query, today)) });
  })
  .post('/:orderId/money/check', verifiedOnly, async (c) => {
    await refreshOrder(c.var.services, await orderInPath(c));
    return c.json({ ...ok, message: PROVIDER_CHECKED });
  })
  .get('/:orderId/pack', verifiedOnly, limitPacks, async (c) => sendPack(c, await orderInPath(c)))
  .get('/:orderId', verifiedOnly, async (c) => {
    const { store, clock, config } = c.var.services;
    const today = { now: clock(), timeZone: config.timeZone };
    const order = await toBuyerOrderDto(store.db, await orderInPath(c), today);
    return c.json({ ...ok, order });
  });
