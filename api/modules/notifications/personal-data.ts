import type { PersonalData } from '../../platform/personal-data.ts';
import { eraseNotifications } from './queries.ts';

export const personalData: PersonalData = {
  tables: {
    notifications: {
      ...{ of: 'user_id', as: 'notifications', by: 'seq', erased: 'rows' },
      exported: 'type message order_id conversation_id created_at read_at',
      unexported: { 'how it was pushed': 'live pushed_at seq' },
    },
    notification_preferences: {
      ...{ of: 'user_id', as: 'notificationPreferences', by: 'about', erased: 'rows' },
      exported: 'about turned_off',
    },
  },
  erase: (tx, { id }) => eraseNotifications(tx, id),
};
