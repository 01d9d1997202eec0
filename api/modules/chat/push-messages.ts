import type { Subscriber } from '../../platform/events.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { ConversationRead, SentMessage } from './events.ts';

/** Pushes a message to everybody who has its conversation open. */
export const pushMessage: Subscriber<SentMessage> = (tx, { realtime }, { message }) => {
  const room = roomNames.conversation(message.conversationId);
  tx.onCommit(() => realtime.emit(room, 'newMessage', message));
};

/** Updates the owner's open pages, which show orders with unread messages. */
export const pushUnreadToOwner: Subscriber<SentMessage> = (
  tx,
  { realtime },
  { sender, orderId },
) => {
  if (sender.role === 'owner') return;
  tx.onCommit(() => realtime.emit(roomNames.owner, 'orderChanged', { orderId }));
};

export const pushMessagesSeen: Subscriber<ConversationRead> = (
  tx,
  { realtime },
  { conversation, userId },
) => {
  const seen = { conversationId: conversation.id, userId };
  tx.onCommit(() => realtime.emit(roomNames.conversation(conversation.id), 'messagesSeen', seen));
};
