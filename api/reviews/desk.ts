import { Hono } from 'hono';
import { z } from 'zod';
import type { Db } from '../../db/connect.ts';
import { findUser } from '../accounts/queries.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { validate } from '../lib/validate.ts';
import { notify } from '../notifications/notify.ts';
import { recountReviews } from './queries.ts';
import { HIDE_REASON, REPLY_EMPTY, REPLY_MOST, UNKNOWN_REVIEW } from './rules.ts';

const replyBody = z.object({
  reply: z
    .string(REPLY_EMPTY)
    .trim()
    .max(REPLY_MOST, `Please use at most ${REPLY_MOST} characters.`),
});
const hideBody = z.object({
  reason: z.string(HIDE_REASON).trim().min(1, HIDE_REASON).max(500, HIDE_REASON),
});
const MOST = 500;

const listAll = (db: Db) =>
  db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .innerJoin('gigs', 'gigs.id', 'reviews.gig_id')
    .leftJoin('hidden_reviews', 'hidden_reviews.review_id', 'reviews.id')
    .select([
      'reviews.id as _id',
      'half_stars',
      'comment',
      'edited',
      'reviews.created_at as createdAt',
      'reply',
      'users.name',
      'gigs.title as gig',
      'hidden_reviews.reason as hiddenBecause',
    ])
    .orderBy((eb) => eb.case().when('reply', 'is', null).then(0).else(1).end())
    .orderBy('reviews.created_at', 'desc')
    .limit(MOST)
    .execute();

/** Reviews as the owner answers them; mounted behind the owner's guard. */
export const deskReviews = new Hono<Env>()
  .get('/', async (c) => {
    const rows = await listAll(c.var.deps.store.db);
    const reviews = rows.map(({ half_stars, edited, ...row }) => ({
      ...row,
      rating: half_stars / 2,
      edited: edited === 1,
    }));
    return c.json({ success: true as const, reviews });
  })
  .put('/:id/reply', validate(replyBody), async (c) => {
    const { reply } = c.req.valid('json');
    const now = iso(c.var.deps.clock());
    const changed = await c.var.deps.store.db
      .updateTable('reviews')
      .set(reply ? { reply, replied_at: now } : { reply: null, replied_at: null })
      .where('id', '=', c.req.param('id'))
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw new UserError(404, UNKNOWN_REVIEW);
    const message = reply ? 'Your reply stands under the review.' : 'Your reply is taken back.';
    return c.json({ success: true as const, message });
  })
  .put('/:id/hidden', validate(hideBody), async (c) => {
    await hide(c.var.deps, c.req.param('id'), c.req.valid('json').reason);
    return c.json({ success: true as const, message: 'Hidden. The reviewer is told why.' });
  })
  .delete('/:id/hidden', async (c) => {
    const id = c.req.param('id');
    await c.var.deps.store.db.transaction().execute(async (tx) => {
      const review = await found(tx, id);
      await tx.deleteFrom('hidden_reviews').where('review_id', '=', id).execute();
      await recountReviews(tx, review.gig_id);
    });
    return c.json({ success: true as const, message: 'Visitors see the review again.' });
  });

async function found(tx: Db, id: string) {
  const review = await tx
    .selectFrom('reviews')
    .select(['gig_id', 'user_id', 'order_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!review) throw new UserError(404, UNKNOWN_REVIEW);
  return review;
}

/** Takes a review from visitors and from the mean, and tells its writer why. */
async function hide(deps: Deps, id: string, reason: string): Promise<void> {
  const hidden_at = iso(deps.clock());
  await deps.store.db.transaction().execute(async (tx) => {
    const review = await found(tx, id);
    await tx
      .insertInto('hidden_reviews')
      .values({ review_id: id, reason, hidden_at })
      .onConflict((conflict) => conflict.column('review_id').doUpdateSet({ reason }))
      .execute();
    await recountReviews(tx, review.gig_id);
    const writer = await findUser(tx, review.user_id);
    if (!writer || !review.order_id) return;
    const message = `Your review is not shown: ${reason}`;
    await notify(tx, deps, { to: writer, type: 'review', message, orderId: review.order_id });
  });
  deps.live.wake();
}
