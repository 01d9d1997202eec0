import type { Subscriber } from '../../platform/events.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import { moveToOrder } from '../chat/question-queries.ts';
import type { CapturedPayment } from '../payments/events.ts';
import type { QuoteChange } from './events.ts';
import { findQuoteOfOrder } from './queries.ts';

/** When the first instalment is paid, the quote's conversation becomes the order's. */
export const moveConversationToOrder: Subscriber<CapturedPayment> = async (
  tx,
  { realtime },
  { order },
) => {
  const quote = await findQuoteOfOrder(tx, order.id);
  if (!quote) return;
  await moveToOrder(tx, quote.conversation_id, order.id);
  const change = { conversationId: quote.conversation_id };
  tx.onCommit(() => {
    realtime.emit(roomNames.owner, 'quoteChanged', change);
    realtime.emit(roomNames.user(order.buyer_id), 'quoteChanged', change);
  });
};

/** Updates the open pages of owner and buyer. */
export const pushQuoteChanged: Subscriber<QuoteChange> = (tx, { realtime }, { conversation }) => {
  const change = { conversationId: conversation.id };
  tx.onCommit(() => {
    realtime.emit(roomNames.owner, 'quoteChanged', change);
    realtime.emit(roomNames.user(conversation.buyer_id), 'quoteChanged', change);
  });
};
