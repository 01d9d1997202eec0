import type { PersonalData } from '../../platform/personal-data.ts';
import { countErasure } from './publish/change-counters.ts';

/** Published pages show who wrote a review: they are built again without the name and picture. */
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
