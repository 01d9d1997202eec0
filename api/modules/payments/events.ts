import type { Instalment, Order, Refund } from '../../../db/schema.ts';
import { defineEvent } from '../../platform/events.ts';
import type { ProviderPayment } from '../../platform/payment-provider.ts';
import type { ReminderStage } from './instalment-rules.ts';

export interface CapturedPayment {
  /** As it is with this payment. */
  order: Order;
  instalment: Instalment;
  /** How many instalments the order has. */
  of: number;
  payment: ProviderPayment;
  at: string;
}

export interface OrderPayment {
  order: Order;
  payment: ProviderPayment;
  at: string;
}

export interface OrderRefund {
  order: Order;
  refund: Refund;
}

/** An instalment is paid. */
export const paymentCaptured = defineEvent<CapturedPayment>('payment.captured');

/** An instalment of an order that was declined meanwhile is paid: a refund is due. */
export const paymentCapturedAfterRejection = defineEvent<CapturedPayment>(
  'payment.capturedAfterRejection',
);

/** Captured a second time, after a refund, or of a wrong amount: a refund is due. */
export const paymentOverpaid = defineEvent<OrderPayment>('payment.overpaid');

/** Captured, and belonging to no order of ours. */
export const paymentUnmatched = defineEvent<{ payment: ProviderPayment }>('payment.unmatched');

export const paymentFailed = defineEvent<OrderPayment>('payment.failed');

/** The buyer has cancelled; `promise` paise are being refunded. `orderStatusChanged` comes first. */
export const orderCancelled = defineEvent<{ order: Order; promise: number }>('order.cancelled');

/** The provider has taken the refund on, or has finished it: emitted for each. */
export const refundAccepted = defineEvent<OrderRefund>('refund.accepted');

export const refundFailed = defineEvent<OrderRefund>('refund.failed');

/** The refund of a payment that belongs to no order of ours has failed. */
export const unmatchedRefundFailed = defineEvent<{ refund: Refund }>('refund.unmatchedFailed');

export interface InstalmentChange {
  order: Order;
  instalment: Instalment;
  /** How many instalments the order has. */
  of: number;
  at: string;
}

/** The owner has given an instalment up. */
export const instalmentWaived = defineEvent<InstalmentChange>('instalment.waived');

/** The owner has given an instalment another date. */
export const instalmentMoved = defineEvent<InstalmentChange>('instalment.moved');

/** An open instalment is about to be due, due or overdue: once for each. */
export const instalmentReminded = defineEvent<InstalmentChange & { stage: ReminderStage }>(
  'instalment.reminded',
);
