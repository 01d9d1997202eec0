import type { Instant, Json } from './columns.ts';
import type { QuoteStatus } from './states.ts';

/** A quote of the owner in a conversation. */
export interface Quote {
  id: string;
  conversation_id: string;
  /** The number among the sent quotes of the conversation; null until it is sent. */
  version: number | null;
  status: QuoteStatus;
  /** The data of the owner's form. */
  draft: Json;
  /** The canonical JSON of the terms for the agreement; null until it is sent. */
  json: Json | null;
  sha256: string | null;
  valid_until: Instant | null;
  /** The order that resulted from it. */
  order_id: string | null;
  created_at: Instant;
  updated_at: Instant;
  sent_at: Instant | null;
  decided_at: Instant | null;
}

export interface QuotesTables {
  quotes: Quote;
}
