import type { PersonalData } from '../../platform/personal-data.ts';
import { countErasure } from './publish/change-counters.ts';

/** Published pages show reviews: they are rendered again without those of the erased person. */
export const personalData: PersonalData = {
  tables: {},
  erase: (tx, user) => countErasure(tx, user.id),
};
