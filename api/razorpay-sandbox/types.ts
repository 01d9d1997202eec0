export type Notes = Record<string, string>;
export type OrderStatus = 'created' | 'attempted' | 'paid';
export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
export type CaptureMode = 'automatic' | 'manual';
export type Method = 'card' | 'upi';

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

/** The result that checkout passes to the page after a success. */
export interface CheckoutResult {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}
