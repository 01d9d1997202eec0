import type { Notification, NotificationPreference } from '../../../db/schema.ts';
import {
  DEFAULT_PREFERENCE,
  NOTIFICATION_TYPES,
  type Preferences,
  type PushType,
} from './rules.ts';

/** What an open socket receives; `type` is the live type, `notification` the row. */
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
  /** Higher than that of everything older; a renewed one gets a new number. */
  seq: row.seq,
  orderId: row.order_id,
  /** The question it is about, where there is no order. */
  conversationId: row.conversation_id,
});

export type NotificationDto = ReturnType<typeof toNotificationDto>;

const EVENTS: Partial<Record<PushType, string>> = {
  update_order_status: 'updateOrderStatusNotification',
  update_revision_status: 'updateRevisionStatusNotification',
  new_message: 'newMessageUser',
};

/** The event of a row: three types have an event of their own, all others share one. */
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
