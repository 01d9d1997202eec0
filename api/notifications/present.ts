import type { Notification, NotificationPreference } from '../../db/schema.ts';
import { type LiveType, NEWS_TYPES, type NewsType, type Preferences, WANTED } from './rules.ts';

export interface WireNews {
  _id: string;
  type: NewsType;
  message: string;
  isRead: boolean;
  createdAt: string;
  /** Higher than that of everything older; a renewed one gets a new number. */
  seq: number;
  /** The order it is about. */
  orderId: string | null;
}

/** What an open socket hears; `type` is the live type, `notification` the row. */
export interface LiveNews {
  type: LiveType;
  message: string;
  notification: WireNews;
}

export const presentNews = (row: Notification): WireNews => ({
  _id: row.id,
  type: row.type,
  message: row.message,
  isRead: row.read_at !== null,
  createdAt: row.created_at,
  seq: row.seq,
  orderId: row.order_id,
});

const EVENTS: Partial<Record<LiveType, string>> = {
  update_order_status: 'updateOrderStatusNotification',
  update_revision_status: 'updateRevisionStatusNotification',
  new_message: 'newMessageUser',
};

/** The event of a row: the three of spec §7, and one for all other news. */
export function presentLive(row: Notification): { event: string; body: LiveNews } {
  const type = row.live ?? row.type;
  return {
    event: EVENTS[type] ?? 'newNotification',
    body: { type, message: row.message, notification: presentNews(row) },
  };
}

export function presentPreferences(rows: NotificationPreference[]): Preferences {
  const entries = NEWS_TYPES.map((type) => {
    const row = rows.find((each) => each.type === type);
    return [type, row ? { inApp: row.in_app === 1, email: row.email === 1 } : WANTED];
  });
  return Object.fromEntries(entries) as Preferences;
}
