export type NewsType = 'order' | 'payment' | 'revision' | 'review' | 'new_message';
export type LiveType = NewsType | 'update_order_status' | 'update_revision_status';

export const NEWS_TYPES = ['order', 'payment', 'revision', 'review', 'new_message'] as const;
export const PAGE_OF_NEWS = 20;

export const MARKED_ONE = 'Message marked as seen';
export const MARKED_ALL = 'All messages marked as seen';
export const UNKNOWN_NEWS = 'There is no such notification.';
export const PREFERENCES_SAVED = 'Your preferences are saved.';
const ORDER_UPDATED = 'Your Order Status has been updated';
const REVISION_UPDATED = 'Your Revision Request has been updated';
const NEW_NOTIFICATION = 'New notification';

/** What the toast of a live notification says (spec §8), with the order and the result under it. */
export function liveText(type: LiveType, message: string): { title: string; detail?: string } {
  if (type === 'update_order_status') return { title: ORDER_UPDATED, detail: message };
  if (type === 'update_revision_status') return { title: REVISION_UPDATED, detail: message };
  return { title: message.trim() || NEW_NOTIFICATION };
}

/** Once read, news of a message leaves the list; all other news stays (spec §4). */
export const staysOnceRead = (type: NewsType): boolean => type !== 'new_message';

export interface Preference {
  inApp: boolean;
  email: boolean;
}
export type Preferences = Record<NewsType, Preference>;

/** What somebody gets who never chose. */
export const WANTED: Preference = { inApp: true, email: true };

export const PREFERENCE_LABELS: Record<NewsType, [title: string, hint: string]> = {
  order: ['Orders', 'An order is accepted, delivered or completed.'],
  payment: ['Payments', 'Money has arrived. Receipts always come by e-mail.'],
  revision: ['Revisions', 'A revision is requested, approved, rejected or done.'],
  review: ['Reviews', 'A review is written or answered.'],
  new_message: ['Messages', 'Somebody writes while you are away; at most one mail in 15 minutes.'],
};
