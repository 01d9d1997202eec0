import type { Db } from '../../../db/database.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import { deleteReviewsOf, recalculateRating } from './queries.ts';

export const personalData: PersonalData = {
  tables: ['reviews'],
  export: async (db, user) => ({ reviews: await exportReviews(db, user.id) }),
  async erase(tx, user) {
    for (const gigId of await deleteReviewsOf(tx, 'user_id', user.id))
      await recalculateRating(tx, gigId);
  },
  clients: (db) => db.selectFrom('reviews').select('user_id').$asScalar(),
};

async function exportReviews(db: Db, userId: string) {
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('gigs', 'gigs.id', 'reviews.gig_id')
    .leftJoin('hidden_reviews', 'hidden_reviews.review_id', 'reviews.id')
    .select(['gigs.title as gig', 'order_id as orderId', 'half_stars', 'comment', 'edited'])
    .select(['plan_type as plan', 'reply', 'hidden_reviews.reason as hiddenBecause'])
    .select(['reviews.created_at as createdAt', 'reviews.updated_at as updatedAt'])
    .where('user_id', '=', userId)
    .orderBy('reviews.created_at')
    .execute();
  return rows.map(({ half_stars, edited, ...row }) => ({
    ...row,
    rating: half_stars / 2,
    edited: edited === 1,
  }));
}
