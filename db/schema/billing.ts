import type { Instant, Json, Paise } from './columns.ts';
import type { DocumentKind } from './states.ts';

/** A numbered receipt. Its PDF is rendered from `data` at the first request. */
export interface Receipt {
  number: string;
  /** The financial year in India: '2026-27'. */
  year: string;
  serial: number;
  payment_id: string;
  order_id: string;
  data: Json;
  /** The PDF rendered from `data`; null until it is requested. */
  pdf: Buffer | null;
  created_at: Instant;
}

/** An invoice, a refund voucher or a credit note. */
export interface BillingDocument {
  number: string;
  kind: DocumentKind;
  year: string;
  serial: number;
  order_id: string;
  /** The refund of this document. */
  refund_id: string | null;
  /** The instalment that was waived after the invoice. */
  instalment_id: string | null;
  amount: Paise;
  data: Json;
  /** The PDF rendered from `data`; null until it is requested. */
  pdf: Buffer | null;
  created_at: Instant;
}

/** One more address of a buyer, which gets copies of the papers. */
export interface PaperCopies {
  user_id: string;
  email: string;
  confirmed_at: Instant;
}

export interface BillingTables {
  receipts: Receipt;
  billing_documents: BillingDocument;
  paper_copies: PaperCopies;
}
