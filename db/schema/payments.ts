import type { Instant, Json, Paise } from './columns.ts';

/** One instalment of an order: all of it, or the first or second half. */
export interface Instalment {
  id: string;
  order_id: string;
  number: 1 | 2;
  amount: Paise;
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

export interface PaymentsTables {
  instalments: Instalment;
  payments: Payment;
  payment_events: PaymentEvent;
  rejected_payments: RejectedPayment;
  refunds: Refund;
  receipts: Receipt;
}
