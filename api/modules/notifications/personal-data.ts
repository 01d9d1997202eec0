import type { PersonalData } from '../../platform/personal-data.ts';
import { eraseNotifications } from './queries.ts';

export const personalData: PersonalData = {
  tables: ['notifications', 'notification_preferences'],
  export: async (db, user) => ({
    notifications: await db
      .selectFrom('notifications')
      .select(['type', 'message', 'order_id as orderId', 'conversation_id as conversationId'])
      .select(['created_at as createdAt', 'read_at as readAt'])
      .where('user_id', '=', user.id)
      .orderBy('seq')
      .execute(),
  }),
  async erase(tx, user) {
    await eraseNotifications(tx, user.id);
    await tx.deleteFrom('notification_preferences').where('user_id', '=', user.id).execute();
  },
};
