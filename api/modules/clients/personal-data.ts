import type { PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  tables: {
    // The owner's, and about the person.
    client_notes: {
      ...{ of: 'user_id', as: 'notes', isOne: true, isOnRequest: true, erased: 'rows' },
      exported: 'text updated_at',
      unexported: { 'counts saves': 'version' },
    },
  },
};
