import { Hono } from 'hono';
import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { forUpdate } from '../../../db/engine.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { multiLineText } from '../../platform/http/text-schema.ts';
import { validate } from '../../platform/http/validate.ts';
import type { Services } from '../../platform/services.ts';
import { listAdminReviews, toAdminReviewDto } from './admin-queries.ts';
import { replyChanged, reviewHidden, reviewReplied, reviewShown } from './events.ts';
import { MAX_REPLY_LENGTH } from './limits.ts';
import { recalculateRating } from './queries.ts';
import { HIDE_REASON, REPLY_EMPTY, UNKNOWN_REVIEW } from './texts.ts';

const replyBody = z.object({
  reply: z
    .string(REPLY_EMPTY)
    .trim()
    .max(MAX_REPLY_LENGTH, `Please use at most ${MAX_REPLY_LENGTH} characters.`),
});
const hideBody = z.object({
  reason: multiLineText(HIDE_REASON, 500, HIDE_REASON),
});

/** Routes to reply to and hide reviews; mounted behind the owner's guard. */
export const adminReviewRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const rows = await listAdminReviews(c.var.services.store.db);
    return c.json({ success: true as const, reviews: rows.map(toAdminReviewDto) });
  })
  .put('/:id/reply', validate(replyBody), async (c) => {
    const { reply } = c.req.valid('json');
    await answer(c.var.services, c.req.param('id'), reply);
    const message = reply ? 'Your reply stands under the review.' : 'Your reply is taken back.';
    return c.json({ success: true as const, message });
  })
  .put('/:id/hidden', validate(hideBody), async (c) => {
    await hide(c.var.services, c.req.param('id'), c.req.valid('json').reason);
    return c.json({ success: true as const, message: 'Hidden. The reviewer is told why.' });
  })
  .delete('/:id/hidden', async (c) => {
    const id = c.req.param('id');
    const { services } = c.var;
    await transaction(services, async (tx) => {
      const review = await found(tx, id);
      await tx.deleteFrom('hidden_reviews').where('review_id', '=', id).execute();
      await recalculateRating(tx, review.gig_id);
      await emit(tx, services, reviewShown, {});
    });
    return c.json({ success: true as const, message: 'Visitors see the review again.' });
  });

async function found(tx: Db, id: string) {
  const review = await tx
    .selectFrom('reviews')
    .select(['gig_id', 'user_id', 'order_id', 'reply'])
    .where('id', '=', id)
    .$call(forUpdate(tx))
    .executeTakeFirst();
  if (!review) throw new ApiError(404, UNKNOWN_REVIEW);
  return review;
}

/** Sets or deletes the owner's reply to a review. Only the first reply notifies its author. */
async function answer(services: Services, id: string, reply: string): Promise<void> {
  await transaction(services, async (tx) => {
    const before = await found(tx, id);
    const at = iso(services.clock());
    await tx
      .updateTable('reviews')
      .set(reply ? { reply, replied_at: at } : { reply: null, replied_at: null })
      .where('id', '=', id)
      .execute();
    if (reply && !before.reply) await emit(tx, services, reviewReplied, { review: before, reply });
    else await emit(tx, services, replyChanged, {});
  });
}

/** Hides a review from visitors and from the rating, and notifies its author of the reason. */
async function hide(services: Services, id: string, reason: string): Promise<void> {
  const hidden_at = iso(services.clock());
  await transaction(services, async (tx) => {
    const review = await found(tx, id);
    await tx
      .insertInto('hidden_reviews')
      .values({ review_id: id, reason, hidden_at })
      .onConflict((conflict) => conflict.column('review_id').doUpdateSet({ reason }))
      .execute();
    await recalculateRating(tx, review.gig_id);
    await emit(tx, services, reviewHidden, { review, reason });
  });
}
