import type { Db } from '../../../db/database.ts';
import type { PersonalData } from '../../platform/personal-data.ts';

/** Reviews of erased people are published under the name of a former client (README of accounts). */
export const personalData: PersonalData = {
  tables: ['reviews'],
  export: async (db, user) => ({ reviews: await exportReviews(db, user.id) }),
};

async function exportReviews(db: Db, userId: string) {
  const rows = await db
    .selectFrom('reviews')
    .innerJoin('gigs', 'gigs.id', 'reviews.gig_id')
    .select(['gigs.title', 'half_stars', 'comment', 'edited', 'order_id'])
    .select(['reviews.created_at', 'reviews.updated_at'])
    .where('user_id', '=', userId)
    .orderBy('reviews.created_at')
    .execute();
  return rows.map((row) => ({
    gig: row.title,
    orderId: row.order_id,
    rating: row.half_stars / 2,
    comment: row.comment,
    edited: row.edited === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));
}
