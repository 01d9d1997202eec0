import type { Tx } from '../../../db/transaction.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import type { ConversationRead, SentMessage } from './events.ts';

/** Pushes a message to everybody who has its conversation open. */
export function pushMessage(tx: Tx, { realtime }: Services, { message }: SentMessage): void {
  const room = roomNames.conversation(message.conversationId);
  tx.onCommit(() => realtime.emit(room, 'newMessage', message));
}

/** Updates the owner's open pages, which show orders with unread messages. */
export function pushUnreadToOwner(
  tx: Tx,
  { realtime }: Services,
  { sender, orderId }: SentMessage,
): void {
  if (sender.role === 'owner') return;
  tx.onCommit(() => realtime.emit(roomNames.owner, 'orderChanged', { orderId }));
}

export function pushMessagesSeen(
  tx: Tx,
  { realtime }: Services,
  { conversation, userId }: ConversationRead,
): void {
  const seen = { conversationId: conversation.id, userId };
  tx.onCommit(() => realtime.emit(roomNames.conversation(conversation.id), 'messagesSeen', seen));
}
