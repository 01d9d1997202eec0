import type { Subscriber } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { ConversationRead, MovedConversation, SentMessage } from '../chat/events.ts';
import { scheduleUnreadMessageEmail } from '../chat/unread-message-email.ts';
import { toPushMessage } from './dto.ts';
import {
  markConversationNotificationsRead,
  preferenceOf,
  upsertMessageNotification,
} from './queries.ts';

/** Notifies the reader about a message and schedules an e-mail in case they do not read it. */
export const notifyMessage: Subscriber<SentMessage> = async (tx, services, sent) => {
  const { message, excerpt, orderId, reader } = sent;
  if (!reader) return;
  const preference = await preferenceOf(tx, reader.id, 'new_message');
  if (preference.email) await scheduleUnreadMessageEmail(tx, services, { ...sent, reader });
  if (!preference.inApp) return;
  const notification = await upsertMessageNotification(tx, {
    id: newId(),
    userId: reader.id,
    message: excerpt,
    about: orderId ? { orderId } : { conversationId: message.conversationId },
    at: message.createdAt,
  });
  if (!notification) return;
  const { event, body } = toPushMessage(notification);
  tx.onCommit(() => services.realtime.emit(roomNames.user(reader.id), event, body));
};

export const markMessageNotificationsRead: Subscriber<ConversationRead> = async (
  tx,
  { realtime },
  { conversation, userId, at },
) => {
  const read = await markConversationNotificationsRead(tx, userId, conversation, at);
  const ids = read.map(({ id }) => id);
  tx.onCommit(() => realtime.emit(roomNames.user(userId), 'notificationsRead', { ids }));
};

/** Notifications about a question open the order that it has become. */
export const moveNotificationsToOrder: Subscriber<MovedConversation> = (
  tx,
  _,
  { conversationId, orderId },
) =>
  tx
    .updateTable('notifications')
    .set({ order_id: orderId, conversation_id: null })
    .where('conversation_id', '=', conversationId)
    .execute();
