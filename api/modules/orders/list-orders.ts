import { Hono } from 'hono';
import { iso } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { type ResponseCache, sendJson } from '../../platform/http/response-cache.ts';
import type { Services } from '../../platform/services.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { toOrderDto } from './dto.ts';
import { listOrdersOf } from './queries.ts';

/** The buyer's orders; `count` is their number. */
export function orderListRoutes({ store, clock }: Services, cached: ResponseCache) {
  const listOf = (buyerId: string) =>
    cached(`orders:${buyerId}`, async () => {
      const orders = (await listOrdersOf(store.db, buyerId, iso(clock()))).map(toOrderDto);
      return { success: true as const, orders, count: orders.length };
    });
  return new Hono<Env>().get('/user-orders', verifiedOnly, async (c) =>
    sendJson(c, await listOf(requireVerifiedUser(c).id)),
  );
}
