import type { PersonalData } from '../../platform/personal-data.ts';
import { eraseNotifications } from './queries.ts';

export const personalData: PersonalData = {
  tables: ['notifications', 'notification_preferences'],
  async erase(tx, user) {
    await eraseNotifications(tx, user.id);
    await tx.deleteFrom('notification_preferences').where('user_id', '=', user.id).execute();
  },
};
