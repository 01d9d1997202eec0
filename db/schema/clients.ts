import type { Instant } from './columns.ts';

/** What the owner has written down about a client, who may ask to see it. */
export interface ClientNotes {
  user_id: string;
  text: string;
  /** Incremented with every save. */
  version: number;
  updated_at: Instant;
}

export interface ClientsTables {
  client_notes: ClientNotes;
}
