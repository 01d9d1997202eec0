import type { Instant, Json, Paise } from './columns.ts';

/** One instalment of an order; the first begins the order. */
export interface Instalment {
  id: string;
  order_id: string;
  /** From 1, in the order in which they are paid. */
  number: number;
  title: string;
  amount: Paise;
  /** The accepted change that it pays for; null for one of the agreement. */
  change_id: string | null;
  /** What makes it due. */
  due: 'accepting' | 'date' | 'delivery' | 'completion';
  /** When it is to be paid; null until what makes it due has happened. */
  pay_by: Instant | null;
  /** When the owner waived it. It is not owed then; a payment that arrives all the same is an overpayment. */
  waived_at: Instant | null;
  provider_order_id: string | null;
  /** The payment that settled it. */
  payment_id: string | null;
  created_at: Instant;
  checked_at: Instant | null;
  /** When the buyer last opened it at the provider. */
  opened_at: Instant | null;
}

/** A payment that the provider captured. */
export interface Payment {
  /** The provider's id. */
  id: string;
  provider_order_id: string;
  instalment_id: string | null;
  order_id: string | null;
  amount: Paise;
  currency: string;
  method: string;
  /** `settled` counts towards an order; `unmatched` has no order; the third is an overpayment to refund. */
  status: 'settled' | 'surplus' | 'unmatched';
  captured_at: Instant;
  /** How much of it was or is being refunded. */
  refunded: Paise;
  /** How much of it the bank took back in lost disputes. */
  lost: Paise;
  /** What the provider keeps of it, its tax included; null while that is unknown. */
  fee: Paise | null;
  fee_tax: Paise | null;
}

export interface PaymentEvent {
  /** The provider's event id. */
  id: string;
  type: string;
  body: Json;
  received_at: Instant;
  handled_at: Instant | null;
  /** The outcome: a payment's status, or why there was none. */
  outcome: string | null;
  tries: number;
}

/** A payment result that could not be verified. */
export interface RejectedPayment {
  id: string;
  order_id: string | null;
  user_id: string;
  provider_order_id: string;
  payment_id: string;
  reason: string;
  created_at: Instant;
}

/** A refund to the buyer. */
export interface Refund {
  /** Ours; the provider's idempotency key and receipt. */
  id: string;
  payment_id: string;
  provider_id: string | null;
  amount: Paise;
  status: 'asked' | 'pending' | 'processed' | 'failed';
  reason: string;
  created_at: Instant;
  updated_at: Instant;
}

/** A payment that its payer's bank questions. */
export interface Dispute {
  /** The provider's id. */
  id: string;
  payment_id: string;
  order_id: string | null;
  amount: Paise;
  /** What the bank took back; 0 until it is lost. */
  deducted: Paise;
  phase: string;
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  /** The bank's code. */
  reason: string;
  respond_by: Instant;
  /** The owner's words for the bank. */
  summary: string;
  /** When the evidence was last prepared. */
  prepared_at: Instant | null;
  submitted_at: Instant | null;
  /** The last reminder, as the number of days that were left. */
  reminded_days: number | null;
  /** Grows with each change, so that an answer that was overtaken is noticed. */
  version: number;
  created_at: Instant;
  updated_at: Instant;
  checked_at: Instant;
}

/** A PDF that answers a dispute. */
export interface DisputeDocument {
  id: string;
  dispute_id: string;
  position: number;
  /** The provider's kind of proof. */
  kind: string;
  title: string;
  /** The provider's id, once it is uploaded. */
  provider_id: string | null;
  pdf: Buffer;
  created_at: Instant;
}

/** A numbered receipt; its PDF is rendered from `data` when it is first requested. */
export interface Receipt {
  number: string;
  /** Financial year of India: '2026-27'. */
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
  kind: 'invoice' | 'refund' | 'credit';
  year: string;
  serial: number;
  order_id: string;
  /** The refund that it is for. */
  refund_id: string | null;
  /** The instalment that was waived after the invoice. */
  instalment_id: string | null;
  amount: Paise;
  data: Json;
  /** The PDF rendered from `data`; null until it is requested. */
  pdf: Buffer | null;
  created_at: Instant;
}

/** A reminder that was sent; one for each stage, and again when the date is moved. */
export interface InstalmentReminder {
  instalment_id: string;
  pay_by: Instant;
  stage: 'soon' | 'today' | 'overdue';
  sent_at: Instant;
}

export interface PaymentsTables {
  instalment_reminders: InstalmentReminder;
  instalments: Instalment;
  payments: Payment;
  payment_events: PaymentEvent;
  rejected_payments: RejectedPayment;
  refunds: Refund;
  receipts: Receipt;
  billing_documents: BillingDocument;
  disputes: Dispute;
  dispute_documents: DisputeDocument;
}
