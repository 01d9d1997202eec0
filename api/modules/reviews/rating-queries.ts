import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { countsIn, type KeyKind } from '../orders/queries.ts';
import { hiddenReviews } from './queries.ts';

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
