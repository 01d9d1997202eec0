import { Hono } from 'hono';
import type { Env } from '../lib/env.ts';
import { buyersOnly, requireBuyer } from '../lib/session.ts';
import { validate } from '../lib/validate.ts';
import { presentReviews } from './present.ts';
import { REVIEW_EDITED, REVIEW_WRITTEN } from './rules.ts';
import { reviewBody } from './schema.ts';
import { writeReview } from './write-review.ts';

export const reviews = new Hono<Env>().post('/', buyersOnly, validate(reviewBody), async (c) => {
  const { review, fresh } = await writeReview(c.var.deps, requireBuyer(c), c.req.valid('json'));
  const all = await presentReviews(c.var.deps.store.db, review.gig_id);
  const wire = all.find((each) => each._id === review.id);
  const message = fresh ? REVIEW_WRITTEN : REVIEW_EDITED;
  return c.json({ success: true as const, message, review: wire }, fresh ? 201 : 200);
});
