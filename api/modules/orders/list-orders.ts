import { Hono } from 'hono';
import type { Database } from '../../../db/database.ts';
import type { Env } from '../../platform/http/env.ts';
import { type ResponseCache, sendJson } from '../../platform/http/response-cache.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { toOrderDto } from './dto.ts';
import { listOrdersOf } from './queries.ts';

/** The buyer's orders; `count` is their number. */
export function orderListRoutes({ db }: Database, cached: ResponseCache) {
  const listOf = (buyerId: string) =>
    cached(`orders:${buyerId}`, async () => {
      const orders = (await listOrdersOf(db, buyerId)).map(toOrderDto);
      return { success: true as const, orders, count: orders.length };
    });
  return new Hono<Env>().get('/user-orders', verifiedOnly, async (c) =>
    sendJson(c, await listOf(requireVerifiedUser(c).id)),
  );
}
