import { Hono } from 'hono';
import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { audited, columnsOf } from '../../platform/audit/audited.ts';
import type { Env } from '../../platform/http/env.ts';
import { multiLineText } from '../../platform/http/text-schema.ts';
import { validate } from '../../platform/http/validate.ts';
import { listAdminReviews, toAdminReviewDto } from './admin-queries.ts';
import { hideReview, replyToReview, showReviewAgain } from './moderate-review.ts';
import { HIDE_REASON, MAX_REPLY_LENGTH, REPLY_EMPTY } from './texts.ts';

const replyBody = z.object({
  reply: z
    .string(REPLY_EMPTY)
    .trim()
    .max(MAX_REPLY_LENGTH, `Please use at most ${MAX_REPLY_LENGTH} characters.`),
});
const hideBody = z.object({
  reason: multiLineText(HIDE_REASON, 500, HIDE_REASON),
});

const reviewColumns = columnsOf('reviews', 'replied_at');
const CHANGES = {
  snapshot: async (db: Db, id: string) => {
    const hidden = await db
      .selectFrom('hidden_reviews')
      .select('hidden_at')
      .where('review_id', '=', id)
      .executeTakeFirst();
    const review = await reviewColumns(db, id);
    return review && { ...review, hidden_at: hidden?.hidden_at ?? null };
  },
};

/** Routes to reply to and hide reviews; mounted behind the owner's guard. */
export const adminReviewRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const rows = await listAdminReviews(c.var.services.store.db);
    return c.json({ success: true as const, reviews: rows.map(toAdminReviewDto) });
  })
  .put('/:id/reply', audited('Replied to a review', CHANGES), validate(replyBody), async (c) => {
    const { reply } = c.req.valid('json');
    await replyToReview(c.var.services, c.req.param('id'), reply);
    const message = reply ? 'Your reply is shown under the review.' : 'Your reply is removed.';
    return c.json({ success: true as const, message });
  })
  .put('/:id/hidden', audited('Hid a review', CHANGES), validate(hideBody), async (c) => {
    await hideReview(c.var.services, c.req.param('id'), c.req.valid('json').reason);
    return c.json({ success: true as const, message: 'Hidden. The reviewer sees your reason.' });
  })
  .delete('/:id/hidden', audited('Showed a review', CHANGES), async (c) => {
    await showReviewAgain(c.var.services, c.req.param('id'));
    return c.json({ success: true as const, message: 'Visitors see the review again.' });
  });
