import type { Notification, NotificationPreference } from '../../../db/schema.ts';
import {
  DEFAULT_PREFERENCE,
  NOTIFICATION_TYPES,
  type Preferences,
  type PushType,
} from './rules.ts';

/** The body of a socket event; `type` is the push type, `notification` the row. */
export interface PushMessage {
  type: PushType;
  message: string;
  notification: NotificationDto;
}

export const toNotificationDto = (row: Notification) => ({
  _id: row.id,
  type: row.type,
  message: row.message,
  isRead: row.read_at !== null,
  createdAt: row.created_at,
  /** Higher than in all older notifications; an updated one gets a new number. */
  seq: row.seq,
  orderId: row.order_id,
  /** The id of the question if there is no order yet. */
  conversationId: row.conversation_id,
});

export type NotificationDto = ReturnType<typeof toNotificationDto>;

const EVENTS: Partial<Record<PushType, string>> = {
  update_order_status: 'updateOrderStatusNotification',
  update_revision_status: 'updateRevisionStatusNotification',
  new_message: 'newMessageUser',
};

/** Converts a row to its socket event. Three types have their own event; all others share one. */
export function toPushMessage(row: Notification): { event: string; body: PushMessage } {
  const type = row.live ?? row.type;
  return {
    event: EVENTS[type] ?? 'newNotification',
    body: { type, message: row.message, notification: toNotificationDto(row) },
  };
}

export function toPreferencesDto(rows: NotificationPreference[]): Preferences {
  const entries = NOTIFICATION_TYPES.map((type) => {
    const row = rows.find((each) => each.type === type);
    return [type, row ? { inApp: row.in_app === 1, email: row.email === 1 } : DEFAULT_PREFERENCE];
  });
  return Object.fromEntries(entries) as Preferences;
}
