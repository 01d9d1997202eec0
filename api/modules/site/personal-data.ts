import type { PersonalData } from '../../platform/personal-data.ts';
import { countErasure } from './publish/change-counters.ts';

/**
 * Published pages show the authors of reviews: they are rendered again without the erased name and picture.
 */
export const personalData: PersonalData = {
  tables: [],
  erase: (tx, user) => countErasure(tx, user.id),
};
