/** Entities as the provider documents them. Amounts are paise, times unix seconds. */
export type Notes = Record<string, string>;
export type OrderStatus = 'created' | 'attempted' | 'paid';
export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
export type CaptureMode = 'automatic' | 'manual';
export type Method = 'card' | 'upi';

export interface OrderEntity {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: null;
  status: OrderStatus;
  attempts: number;
  notes: Notes | never[];
  created_at: number;
}

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

export interface PaymentEntity extends PaymentFailure, Instrument {
  id: string;
  entity: 'payment';
  amount: number;
  currency: string;
  status: PaymentStatus;
  order_id: string;
  invoice_id: null;
  international: boolean;
  method: Method;
  amount_refunded: number;
  refund_status: 'partial' | 'full' | null;
  captured: boolean;
  description: string | null;
  bank: null;
  wallet: null;
  email: string | null;
  contact: string | null;
  notes: Notes | never[];
  fee: number | null;
  tax: number | null;
  created_at: number;
}

export interface RefundEntity {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  notes: Notes | never[];
  receipt: string | null;
  acquirer_data: { arn: string | null };
  created_at: number;
  batch_id: null;
  status: 'pending' | 'processed' | 'failed';
  speed_processed: string;
  speed_requested: string;
}

/** The result that checkout passes to the page after a success. */
export interface CheckoutResult {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}
