import type { Instant, Json } from './columns.ts';

/** What the owner offers in a conversation. */
export interface Quote {
  id: string;
  conversation_id: string;
  /** Its number among those sent in the conversation; null until it is sent. */
  version: number | null;
  status: 'Draft' | 'Sent' | 'Accepted' | 'Declined' | 'Withdrawn' | 'Expired';
  /** What the owner typed. */
  draft: Json;
  /** Canonical JSON of the terms, as the agreement will have it; null until it is sent. */
  json: Json | null;
  sha256: string | null;
  valid_until: Instant | null;
  /** The order that it became. */
  order_id: string | null;
  created_at: Instant;
  updated_at: Instant;
  sent_at: Instant | null;
  decided_at: Instant | null;
}

export interface QuotesTables {
  quotes: Quote;
}
