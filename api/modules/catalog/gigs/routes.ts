import { Hono } from 'hono';
import type { Store } from '../../../../db/connect.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { publicJson } from '../../../platform/http/headers.ts';
import { type ResponseCache, sendJson } from '../../../platform/http/response-cache.ts';
import { toReviewDtos } from '../../reviews/dto.ts';
import { toGigDtos } from './dto.ts';
import { findPublishedGig } from './queries.ts';
import { UNKNOWN_GIG } from './rules.ts';

/** What visitors read. */
export function gigs({ db }: Store, cached: ResponseCache) {
  const success = true as const;

  async function requirePublished(id: string): Promise<void> {
    if (!(await findPublishedGig(db, id))) throw new ApiError(404, UNKNOWN_GIG);
  }

  const list = () => cached('gigs', async () => ({ success, gigs: await toGigDtos(db) }));
  const allReviews = () =>
    cached('reviews', async () => ({ success, reviews: await toReviewDtos(db) }));
  const reviewsOf = (id: string) =>
    cached(`reviews:${id}`, async () => {
      await requirePublished(id);
      return { success, reviews: await toReviewDtos(db, id) };
    });
  const oneGig = (id: string) =>
    cached(`gig:${id}`, async () => {
      await requirePublished(id);
      const gig = (await toGigDtos(db)).find((each) => each._id === id);
      if (!gig) throw new ApiError(404, UNKNOWN_GIG);
      return { success, gig: { ...gig, reviews: await toReviewDtos(db, id) } };
    });

  return new Hono<Env>()
    .get('/get', publicJson, async (c) => sendJson(c, await list()))
    .get('/get/:gigId', publicJson, async (c) => sendJson(c, await oneGig(c.req.param('gigId'))))
    .get('/reviews', publicJson, async (c) => sendJson(c, await allReviews()))
    .get('/review/:gigId', publicJson, async (c) =>
      sendJson(c, await reviewsOf(c.req.param('gigId'))),
    );
}
