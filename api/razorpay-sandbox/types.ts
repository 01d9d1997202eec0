export type Notes = Record<string, string>;
export type OrderStatus = 'created' | 'attempted' | 'paid';
export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
export type CaptureMode = 'automatic' | 'manual';
export type Method = 'card' | 'upi';
/** How a buyer pays by UPI: a request sent to a UPI ID, an app that opens, or a QR code. */
export type UpiFlow = 'collect' | 'intent' | 'qr';
export type DowntimeMethod = 'card' | 'netbanking' | 'upi';
export type DowntimeSeverity = 'high' | 'medium' | 'low';
export type DisputeStatus = 'open' | 'under_review' | 'won' | 'lost' | 'closed';
export type DisputePhase = 'fraud' | 'retrieval' | 'chargeback' | 'pre_arbitration' | 'arbitration';

export interface PaymentFailure {
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
}

export interface Instrument {
  card_id: string | null;
  card?: Record<string, unknown>;
  vpa: string | null;
  upi?: { payer_account_type: string; vpa: string; flow: string };
  acquirer_data: Record<string, string | null>;
}

/** The result that the checkout returns to the page after a success. */
export interface CheckoutResult {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/** The kinds of evidence in a dispute; each has a list of document ids. */
export const PROOF_KINDS = [
  'shipping_proof',
  'billing_proof',
  'cancellation_proof',
  'customer_communication',
  'proof_of_service',
  'explanation_letter',
  'refund_confirmation',
  'access_activity_log',
  'refund_cancellation_policy',
  'term_and_conditions',
] as const;

export type DisputeEvidence = {
  amount: number;
  summary: string | null;
  others: { type: string; document_ids: string[] }[] | null;
  submitted_at: number | null;
} & Record<(typeof PROOF_KINDS)[number], string[] | null>;
