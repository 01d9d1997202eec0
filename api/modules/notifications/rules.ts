export type NotificationType = 'order' | 'payment' | 'revision' | 'review' | 'new_message';
export type PushType = NotificationType | 'update_order_status' | 'update_revision_status';

export const NOTIFICATION_TYPES = [
  'order',
  'payment',
  'revision',
  'review',
  'new_message',
] as const;

/** Once read, the notification of a message leaves the list; all others stay. */
export const staysWhenRead = (type: NotificationType): boolean => type !== 'new_message';

export interface Preference {
  inApp: boolean;
  email: boolean;
}
export type Preferences = Record<NotificationType, Preference>;

/** What somebody gets who never chose. */
export const DEFAULT_PREFERENCE: Preference = { inApp: true, email: true };
