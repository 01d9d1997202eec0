import type { Generated } from 'kysely';
import type { Instant, Json } from './columns.ts';

/** A question to the client of an order: what may be shown of it in a case study. The newest that is answered counts. */
export interface CaseStudyRequest {
  id: string;
  order_id: string;
  /** The project that was drafted for it. */
  item_id: string;
  /** The account's name. */
  name: string;
  /** Everything that the client was called in the case study since. */
  names: Json;
  /** The ids of the pictures that were drafted from the order. */
  pictures: Json;
  asked_at: Instant;
  answered_at: Instant | null;
  /** The parts that the client agreed to. */
  agreed: Json;
  /** The words that may be quoted; null for those of the review, and without a quotation. */
  words: string | null;
  /** When each of the parts was taken back. */
  withdrawn: Json;
}

export interface CaseStudiesTables {
  case_study_requests: Omit<CaseStudyRequest, 'agreed' | 'withdrawn'> & {
    agreed: Generated<Json>;
    withdrawn: Generated<Json>;
  };
}
