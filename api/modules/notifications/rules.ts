import type { NotificationType } from '../../../db/schema/states.ts';

export { NOTIFICATION_TYPES, type NotificationType } from '../../../db/schema/states.ts';
export type PushType = NotificationType | 'update_order_status' | 'update_revision_status';

/** Whether a notification is still listed after it was read. Those about messages are not. */
export const staysWhenRead = (type: NotificationType): boolean => type !== 'new_message';

const ORDER_UPDATED = 'Your Order Status has been updated';
const REVISION_UPDATED = 'Your Revision Request has been updated';
const NEW_NOTIFICATION = 'New notification';

/** The text of a toast: a title, and below it what the reader has to do now; for two types also what happened. */
export function pushText(
  type: PushType,
  message: string,
  next?: string,
): { title: string; detail?: string } {
  const titles: Partial<Record<PushType, string>> = {
    update_order_status: ORDER_UPDATED,
    update_revision_status: REVISION_UPDATED,
  };
  const title = titles[type] ?? (message.trim() || NEW_NOTIFICATION);
  const detail = [titles[type] && message, next && `${next}.`].filter(Boolean).join(' ');
  return detail ? { title, detail } : { title };
}
