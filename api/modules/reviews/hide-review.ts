import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { emit } from '../../platform/events.ts';
import type { Services } from '../../platform/services.ts';
import { reviewHidden, reviewShown } from './events.ts';
import { lockReview } from './queries.ts';
import { recalculateRating } from './rating-queries.ts';

/** Hides a review from visitors and from the rating, and notifies its author of the reason. */
export async function hideReview(services: Services, id: string, reason: string): Promise<void> {
  const hidden_at = iso(services.clock());
  await transaction(services, async (tx) => {
    const review = await lockReview(tx, id);
    await tx
      .insertInto('hidden_reviews')
      .values({ review_id: id, reason, hidden_at })
      .onConflict((conflict) => conflict.column('review_id').doUpdateSet({ reason }))
      .execute();
    await recalculateRating(tx, review.gig_id);
    await emit(tx, services, reviewHidden, { review, reason });
  });
}

/** Shows a hidden review to visitors again, and counts it in the rating. */
export async function showReviewAgain(services: Services, id: string): Promise<void> {
  await transaction(services, async (tx) => {
    const review = await lockReview(tx, id);
    await tx.deleteFrom('hidden_reviews').where('review_id', '=', id).execute();
    await recalculateRating(tx, review.gig_id);
    await emit(tx, services, reviewShown, {});
  });
}
