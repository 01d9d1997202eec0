import type { Db } from '../../../db/database.ts';

const MAX_REVIEWS = 500;

const selectAdminReviews = (db: Db) =>
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
    ]);

/** Lists all reviews, those without a reply first. */
export const listAdminReviews = (db: Db) =>
  selectAdminReviews(db)
    .orderBy((eb) => eb.case().when('reply', 'is', null).then(0).else(1).end())
    .orderBy('reviews.created_at', 'desc')
    .limit(MAX_REVIEWS)
    .execute();

/** Lists visible reviews of orders that wait for a reply, the newest first. */
export const listReviewsToAnswer = (db: Db, limit: number) =>
  selectAdminReviews(db)
    .where('reply', 'is', null)
    .where('reviews.order_id', 'is not', null)
    .where('hidden_reviews.review_id', 'is', null)
    .orderBy('reviews.created_at', 'desc')
    .limit(limit)
    .execute();

export const findAdminReviewOf = (db: Db, orderId: string) =>
  selectAdminReviews(db).where('order_id', '=', orderId).executeTakeFirst();

type Row = Awaited<ReturnType<typeof listAdminReviews>>[number];

/** A review for the owner, hidden or not. */
export const toAdminReviewDto = ({ half_stars, edited, ...row }: Row) => ({
  ...row,
  rating: half_stars / 2,
  edited: edited === 1,
});

export type AdminReviewDto = ReturnType<typeof toAdminReviewDto>;
