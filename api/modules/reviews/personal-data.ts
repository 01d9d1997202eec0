import { toRupees } from '../../platform/money/rules.ts';
import { flag, type PersonalData } from '../../platform/personal-data.ts';
import { deleteReviewsOf, recalculateRating } from './queries.ts';

export const personalData: PersonalData = {
  tables: {
    hidden_reviews: {
      ...{ of: { review_id: 'reviews' }, within: { review_id: 'reviews' }, as: 'hidden' },
      ...{ by: 'hidden_at', erased: 'rows' },
      exported: 'reason hidden_at',
    },
    reviews: {
      ...{ of: 'user_id', isOfClient: true, as: 'reviews', by: 'created_at id', erased: 'rows' },
      exported:
        'gig_id order_id half_stars comment edited plan_type price delivery_days reply replied_at created_at updated_at',
      names: { half_stars: 'rating', plan_type: 'plan' },
      formats: { half_stars: (halves: number) => halves / 2, edited: flag, price: toRupees },
    },
  },
  // Together with what is calculated of them.
  async erase(tx, user) {
    for (const gigId of await deleteReviewsOf(tx, 'user_id', user.id))
      await recalculateRating(tx, gigId);
  },
};
