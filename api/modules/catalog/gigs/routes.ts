import { Hono } from 'hono';
import type { Database } from '../../../../db/database.ts';
import type { Env } from '../../../platform/http/env.ts';
import { type ResponseCache, sendPublicJson } from '../../../platform/http/response-cache.ts';
import { isShopOpen } from '../shop.ts';
import { toPublishedGigDtos } from './dto.ts';

/** The public list of gigs. The reviews module serves a single gig with its reviews. */
export function gigs({ db }: Database, cached: ResponseCache) {
  const list = () =>
    cached('gigs', async () => ({
      success: true as const,
      gigs: (await isShopOpen(db)) ? await toPublishedGigDtos(db) : [],
    }));

  return new Hono<Env>().get('/get', async (c) => sendPublicJson(c, await list()));
}
