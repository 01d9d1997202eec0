import type { PersonalData } from '../../platform/personal-data.ts';
import { countErasure } from './publish/change-counters.ts';

/**
 * Published pages show the authors of reviews: they are rendered again without the erased name and picture.
 */
export const personalData: PersonalData = {
  tables: [],
  async erase(tx, user) {
    const review = await tx
      .selectFrom('reviews')
      .innerJoin('gigs', 'gigs.id', 'reviews.gig_id')
      .select('reviews.id')
      .where('user_id', '=', user.id)
      .limit(1)
      .executeTakeFirst();
    if (review) await countErasure(tx);
  },
};
