import type { Instant } from './columns.ts';

/** A PDF with evidence for a dispute. */
export interface DisputeDocument {
  id: string;
  dispute_id: string;
  position: number;
  /** The provider's kind of proof. */
  kind: string;
  title: string;
  /** The provider's id after the upload. */
  provider_id: string | null;
  pdf: Buffer;
  created_at: Instant;
}

export interface DisputeEvidenceTables {
  dispute_documents: DisputeDocument;
}
