import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

/** Reviews as the public sees them, newest first; of one gig, or of all. */
export function listReviewRows(db: Db, gigId?: string) {
  const rows = db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .select([
      'reviews.id',
      'gig_id',
      'half_stars',
      'comment',
      'plan_type',
      'price',
      'delivery_days',
      'edited',
      'reviews.created_at',
      'users.name',
      'users.avatar_hash',
    ])
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc');
  return (gigId === undefined ? rows : rows.where('gig_id', '=', gigId)).execute();
}

/** Recomputes a gig's mean and count from its rows; call in the transaction that changed them. */
export async function recountReviews(tx: Db, gigId: string): Promise<void> {
  await tx
    .updateTable('gigs')
    .set((eb) => ({
      review_count: eb
        .selectFrom('reviews')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('gig_id', '=', gigId),
      rating_hundredths: eb
        .selectFrom('reviews')
        .select(sql<number>`coalesce(cast(round(avg(half_stars) * 50) as integer), 0)`.as('mean'))
        .where('gig_id', '=', gigId),
    }))
    .where('id', '=', gigId)
    .execute();
}
