import { Hono } from 'hono';
import type { Env } from '../../../platform/http/env.ts';
import { type ResponseCache, sendPublicJson } from '../../../platform/http/response-cache.ts';
import type { Services } from '../../../platform/services.ts';
import { todayOf, withTodaysPauses } from '../availability/availability.ts';
import { isShopOpen } from '../shop.ts';
import { toPublishedGigDtos } from './dto.ts';

/** The public list of gigs. The reviews module serves a single gig with its reviews. */
export function gigs(services: Services, cached: ResponseCache) {
  const { db } = services.store;
  const list = () =>
    cached('gigs', async () => ({
      success: true as const,
      gigs: (await isShopOpen(db))
        ? await withTodaysPauses(db, await toPublishedGigDtos(db), todayOf(services))
        : [],
    }));

  return new Hono<Env>().get('/get', async (c) => sendPublicJson(c, await list()));
}
