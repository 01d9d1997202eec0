import { Hono } from 'hono';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { type ResponseCache, sendPublicJson } from '../../platform/http/response-cache.ts';
import { validate } from '../../platform/http/validate.ts';
import type { Services } from '../../platform/services.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { todayOf, withTodaysPauses } from '../catalog/availability/availability.ts';
import { toGigDtos } from '../catalog/gigs/dto.ts';
import { findPublishedGig } from '../catalog/gigs/queries.ts';
import { toReviewDtos } from './dto.ts';
import { reviewBody } from './schema.ts';
import { REVIEW_EDITED, REVIEW_WRITTEN, UNKNOWN_GIG } from './texts.ts';
import { writeReview } from './write-review.ts';

/** Public routes for reviews, alone and with their gig. */
export function publicReviewRoutes(services: Services, cached: ResponseCache) {
  const { db } = services.store;
  const success = true as const;

  async function requirePublished(id: string): Promise<void> {
    if (!(await findPublishedGig(db, id))) throw new ApiError(404, UNKNOWN_GIG);
  }

  const allReviews = () =>
    cached('reviews', async () => ({ success, reviews: await toReviewDtos(db) }));
  const reviewsOf = (id: string) =>
    cached(`reviews:${id}`, async () => {
      await requirePublished(id);
      return { success, reviews: await toReviewDtos(db, id) };
    });
  const oneGig = (id: string) =>
    cached(`gig:${id}`, async () => {
      const published = await findPublishedGig(db, id);
      const gigs = await toGigDtos(db, published ? [published] : []);
      const [gig] = await withTodaysPauses(db, gigs, todayOf(services));
      if (!gig) throw new ApiError(404, UNKNOWN_GIG);
      return { success, gig: { ...gig, reviews: await toReviewDtos(db, id) } };
    });

  return new Hono<Env>()
    .get('/get/:gigId', async (c) => sendPublicJson(c, await oneGig(c.req.param('gigId'))))
    .get('/reviews', async (c) => sendPublicJson(c, await allReviews()))
    .get('/review/:gigId', async (c) => sendPublicJson(c, await reviewsOf(c.req.param('gigId'))));
}

export const reviews = new Hono<Env>().post('/', verifiedOnly, validate(reviewBody), async (c) => {
  const { review, created } = await writeReview(
    c.var.services,
    requireVerifiedUser(c),
    c.req.valid('json'),
  );
  const all = await toReviewDtos(c.var.services.store.db, review.gig_id);
  const reviewDto = all.find((each) => each._id === review.id);
  const message = created ? REVIEW_WRITTEN : REVIEW_EDITED;
  return c.json({ success: true as const, message, review: reviewDto }, created ? 201 : 200);
});
