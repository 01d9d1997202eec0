import type { PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  tables: {
    dispute_documents: {
      ...{ of: { dispute_id: 'disputes' }, erased: 'rows' },
      unexported: {
        'made of what is exported': 'position kind title provider_id pdf created_at',
      },
    },
  },
};
