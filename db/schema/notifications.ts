import type { Instant } from './columns.ts';
import type { NotificationType } from './states.ts';

export interface Notification {
  id: string;
  user_id: string;
  /** Incremented with every new or updated notification of this user. */
  seq: number;
  type: NotificationType;
  message: string;
  order_id: string | null;
  /** The id of the question; null for everything else. */
  conversation_id: string | null;
  /** The push type if it differs from `type`. */
  live: 'update_order_status' | 'update_revision_status' | null;
  /** The time when it was pushed to open sockets; null if it was not yet. */
  pushed_at: Instant | null;
  read_at: Instant | null;
  created_at: Instant;
}

/** News that a person has turned off in a channel. */
export interface NotificationPreference {
  user_id: string;
  /** A name of `PREFERENCES`. */
  about: string;
  turned_off: 'inApp' | 'email';
}

export interface NotificationsTables {
  notifications: Notification;
  notification_preferences: NotificationPreference;
}
