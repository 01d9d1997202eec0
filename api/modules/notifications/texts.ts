import type { NotificationType, PushType } from './rules.ts';

export const MARKED_ONE = 'Message marked as seen';
export const MARKED_ALL = 'All messages marked as seen';
export const UNKNOWN_NOTIFICATION = 'There is no such notification.';
export const PREFERENCES_SAVED = 'Your preferences are saved.';
const ORDER_UPDATED = 'Your Order Status has been updated';
const REVISION_UPDATED = 'Your Revision Request has been updated';
const NEW_NOTIFICATION = 'New notification';

/** The text of a toast: a title, and for two types the details below it. */
export function pushText(type: PushType, message: string): { title: string; detail?: string } {
  if (type === 'update_order_status') return { title: ORDER_UPDATED, detail: message };
  if (type === 'update_revision_status') return { title: REVISION_UPDATED, detail: message };
  return { title: message.trim() || NEW_NOTIFICATION };
}

export const PREFERENCE_LABELS: Record<NotificationType, [title: string, hint: string]> = {
  order: ['Orders', 'An order is accepted, delivered or completed.'],
  payment: ['Payments', 'Money has arrived. Receipts always come by e-mail.'],
  revision: ['Revisions', 'A revision is requested, approved, rejected or done.'],
  review: ['Reviews', 'A review is written or answered.'],
  new_message: ['Messages', 'Somebody writes while you are away; at most one mail in 15 minutes.'],
};
