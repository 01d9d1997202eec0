import type { Conversation } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Subscriber } from '../../platform/events.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { moveToOrder } from '../chat/questions.ts';
import type { CapturedPayment } from '../payments/events.ts';
import { findQuoteOfOrder } from './queries.ts';

/** When the first instalment is paid, the quote's conversation becomes the order's. */
export const moveConversationToOrder: Subscriber<CapturedPayment> = async (
  tx,
  services,
  { order },
) => {
  const quote = await findQuoteOfOrder(tx, order.id);
  if (!quote) return;
  await moveToOrder(tx, services, { conversationId: quote.conversation_id, orderId: order.id });
  const conversation = { id: quote.conversation_id, buyer_id: order.buyer_id };
  pushQuoteChanged(tx, services, { conversation });
};

interface OfConversation {
  conversation: Pick<Conversation, 'id' | 'buyer_id'>;
}

/** Updates the open pages of owner and buyer. */
export const pushQuoteChanged = (
  tx: Tx,
  { realtime }: Services,
  { conversation }: OfConversation,
) => {
  const change = { conversationId: conversation.id };
  tx.onCommit(() => {
    realtime.emit(roomNames.owner, 'quoteChanged', change);
    realtime.emit(roomNames.user(conversation.buyer_id), 'quoteChanged', change);
  });
};
