import type { Conversation, Quote } from '../../../db/schema.ts';
import { defineEvent } from '../../platform/events.ts';

export interface QuoteChange {
  quote: Quote;
  conversation: Pick<Conversation, 'id' | 'buyer_id' | 'order_id'>;
  at: string;
}

/** The buyer can accept it from now on; an earlier version is withdrawn with it. */
export const quoteSent = defineEvent<QuoteChange>('quote.sent');
export const quoteWithdrawn = defineEvent<QuoteChange>('quote.withdrawn');
/** It has become an order whose first instalment is to be paid. */
export const quoteAccepted = defineEvent<QuoteChange>('quote.accepted');
export const quoteDeclined = defineEvent<QuoteChange>('quote.declined');
/** It was accepted, and nothing was paid in time. */
export const quoteLapsed = defineEvent<QuoteChange>('quote.lapsed');
