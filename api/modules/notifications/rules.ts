/** The types that are stored. The check of the database and the row type list them too. */
export const NOTIFICATION_TYPES = [
  'order',
  'payment',
  'revision',
  'review',
  'new_message',
] as const;

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
export type PushType = NotificationType | 'update_order_status' | 'update_revision_status';

/** Whether a notification is still listed after it was read. Those about messages are not. */
export const staysWhenRead = (type: NotificationType): boolean => type !== 'new_message';

export interface Preference {
  inApp: boolean;
  email: boolean;
}
export type Preferences = Record<NotificationType, Preference>;

/** The preference of people who have not chosen one. */
export const DEFAULT_PREFERENCE: Preference = { inApp: true, email: true };
