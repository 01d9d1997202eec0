import { Hono } from 'hono';
import type { Env } from '../../platform/http/env.ts';
import { validate } from '../../platform/http/validate.ts';
import { buyersOnly, requireBuyer } from '../accounts/sessions.ts';
import { toReviewDtos } from './dto.ts';
import { REVIEW_EDITED, REVIEW_WRITTEN } from './rules.ts';
import { reviewBody } from './schema.ts';
import { writeReview } from './write-review.ts';

export const reviews = new Hono<Env>().post('/', buyersOnly, validate(reviewBody), async (c) => {
  const { review, fresh } = await writeReview(c.var.services, requireBuyer(c), c.req.valid('json'));
  const all = await toReviewDtos(c.var.services.store.db, review.gig_id);
  const wire = all.find((each) => each._id === review.id);
  const message = fresh ? REVIEW_WRITTEN : REVIEW_EDITED;
  return c.json({ success: true as const, message, review: wire }, fresh ? 201 : 200);
});
