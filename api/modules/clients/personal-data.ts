import type { PersonalData } from '../../platform/personal-data.ts';
import { findNotes } from './notes.ts';

/** Notes are the owner's and about the person: the owner gives them out on request, and they go with the account. */
export const personalData: PersonalData = {
  tables: ['client_notes'],
  onRequest: async (db, user) => {
    const notes = await findNotes(db, user.id);
    return { notes: notes ? { text: notes.text, updatedAt: notes.updated_at } : null };
  },
  erase: (tx, user) => tx.deleteFrom('client_notes').where('user_id', '=', user.id).execute(),
};
