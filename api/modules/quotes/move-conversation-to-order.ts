import type { Tx } from '../../../db/transaction.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';
import { moveToOrder } from '../chat/question-queries.ts';
import type { CapturedPayment } from '../payments/events.ts';
import type { QuoteChange } from './events.ts';
import { findQuoteOfOrder } from './queries.ts';

/** When the first instalment is paid, the quote's conversation becomes the order's. */
export async function moveConversationToOrder(
  tx: Tx,
  { realtime }: Services,
  { order }: CapturedPayment,
): Promise<void> {
  const quote = await findQuoteOfOrder(tx, order.id);
  if (!quote) return;
  await moveToOrder(tx, quote.conversation_id, order.id);
  const change = { conversationId: quote.conversation_id };
  tx.onCommit(() => {
    realtime.emit(roomNames.owner, 'quoteChanged', change);
    realtime.emit(roomNames.user(order.buyer_id), 'quoteChanged', change);
  });
}

/** Updates the open pages of owner and buyer. */
export function pushQuoteChanged(tx: Tx, { realtime }: Services, { conversation }: QuoteChange) {
  const change = { conversationId: conversation.id };
  tx.onCommit(() => {
    realtime.emit(roomNames.owner, 'quoteChanged', change);
    realtime.emit(roomNames.user(conversation.buyer_id), 'quoteChanged', change);
  });
}
