import type { Conversation, Quote } from '../../../db/schema.ts';
import { defineEvent } from '../../platform/events.ts';

export interface QuoteChange {
  quote: Quote;
  conversation: Pick<Conversation, 'id' | 'buyer_id' | 'order_id'>;
  at: string;
}

/** The buyer can now accept the quote. An earlier version is withdrawn. */
export const quoteSent = defineEvent<QuoteChange>('quote.sent');
export const quoteWithdrawn = defineEvent<QuoteChange>('quote.withdrawn');
/** The quote is an order now, whose first instalment is due. */
export const quoteAccepted = defineEvent<QuoteChange>('quote.accepted');
export const quoteDeclined = defineEvent<QuoteChange>('quote.declined');
/** The quote was accepted, but nothing was paid in time. */
export const quoteExpiredUnpaid = defineEvent<QuoteChange>('quote.expiredUnpaid');
