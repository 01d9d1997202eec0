import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { forUpdate, lockName } from '../../../db/engine.ts';
import type { Review, Tables } from '../../../db/schema.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { countsIn, type KeyKind } from '../orders/queries.ts';
import { UNKNOWN_REVIEW } from './texts.ts';

/** Lists public reviews, newest first; of one gig, or of all. */
export function listReviewRows(db: Db, gigId?: string) {
  const rows = db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .leftJoin('orders', 'orders.id', 'reviews.order_id')
    .select([
      'orders.currency',
      'reviews.id',
      'reviews.order_id',
      'gig_id',
      'half_stars',
      'comment',
      'plan_type',
      'price',
      'reviews.delivery_days',
      'edited',
      'reviews.created_at',
      'reply',
      'replied_at',
      'users.name',
      'users.avatar_hash',
    ])
    .where((eb) => eb('reviews.id', 'not in', hiddenReviews(eb)))
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc');
  return (gigId === undefined ? rows : rows.where('gig_id', '=', gigId)).execute();
}

type Choose = Pick<ExpressionBuilder<Tables, 'reviews'>, 'selectFrom'>;

/** The ids of hidden reviews, which do not count in the rating. */
export const hiddenReviews = (eb: Choose) => eb.selectFrom('hidden_reviews').select('review_id');

/** Upsert: one review per buyer and order. A second one edits the first, which keeps its id. */
export const upsertReview = (tx: Db, row: Insertable<Review>): Promise<Review> =>
  tx
    .insertInto('reviews')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'order_id']).doUpdateSet({
        half_stars: row.half_stars,
        comment: row.comment,
        edited: 1,
        updated_at: row.updated_at,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export const findReviewOf = (db: Db, order: { id: string; buyer_id: string }) =>
  db
    .selectFrom('reviews')
    .select(['half_stars', 'comment'])
    .where('user_id', '=', order.buyer_id)
    .where('order_id', '=', order.id)
    .executeTakeFirst();

/** Deletes the reviews of an order or of a person, with their hiding, and returns their gigs. */
export async function deleteReviewsOf(
  tx: Db,
  column: 'order_id' | 'user_id',
  id: string,
): Promise<string[]> {
  await tx
    .deleteFrom('hidden_reviews')
    .where('review_id', 'in', (eb) => eb.selectFrom('reviews').select('id').where(column, '=', id))
    .execute();
  const rows = await tx.deleteFrom('reviews').where(column, '=', id).returning('gig_id').execute();
  return [...new Set(rows.map(({ gig_id }) => gig_id))].sort();
}

/** Locks a review and reads what its change needs. Throws 404 if there is none. */
export async function lockReview(tx: Db, id: string) {
  const review = await tx
    .selectFrom('reviews')
    .select(['gig_id', 'user_id', 'order_id', 'reply'])
    .where('id', '=', id)
    .$call(forUpdate(tx))
    .executeTakeFirst();
  if (!review) throw new ApiError(404, UNKNOWN_REVIEW);
  return review;
}

/** Recalculates a gig's rating and number of reviews. Call it in the transaction that changes a review. */
export async function recalculateRating(tx: Db, gigId: string): Promise<void> {
  await lockName(tx, `rating of ${gigId}`);
  await tx
    .updateTable('gigs')
    .set((eb) => ({
      review_count: eb
        .selectFrom('reviews')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('gig_id', '=', gigId)
        .where('reviews.id', 'not in', hiddenReviews(eb)),
      rating_hundredths: eb
        .selectFrom('reviews')
        .select(sql<number>`coalesce(cast(round(avg(half_stars) * 50) as integer), 0)`.as('mean'))
        .where('gig_id', '=', gigId)
        .where('reviews.id', 'not in', hiddenReviews(eb)),
    }))
    .where('id', '=', gigId)
    .execute();
}

/** The number of reviews since this time and their mean in stars, of those that visitors see. */
export const meanRatingSince = (db: Db, since: string, keys: KeyKind) =>
  db
    .selectFrom('reviews')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number | null>`avg(half_stars) / 2.0`.as('mean'),
    ])
    .where('created_at', '>=', since)
    .where(countsIn('reviews.order_id', keys))
    .where((eb) => eb('reviews.id', 'not in', hiddenReviews(eb)))
    .executeTakeFirstOrThrow();
