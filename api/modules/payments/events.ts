import type { Compensation, Instalment, Order, Refund } from '../../../db/schema.ts';
import { defineEvent } from '../../platform/events.ts';
import type { ProviderPayment } from '../../platform/payment-provider/client.ts';
import type { DeductionChoice } from '../orders/schema.ts';
import type { ReminderStage } from './instalment-rules.ts';

export interface CapturedPayment {
  /** The order after this payment. */
  order: Order;
  instalment: Instalment;
  /** The number of instalments of the order. */
  of: number;
  payment: ProviderPayment;
  at: string;
}

export interface OrderPayment {
  order: Order;
  payment: ProviderPayment;
  at: string;
}

/** A payment for which nothing was due, or not this amount. */
export interface Overpayment extends OrderPayment {
  instalment: Instalment;
}

export interface Cancellation {
  order: Order;
  /** The paise that are refunded. */
  refundAmount: number;
  /** The paise that the seller owes on top. */
  owedOnTop: number;
}

export interface OrderRefund {
  order: Order;
  refund: Refund;
  /** That of its payment, which may be another one than the order's if it was paid by mistake. */
  currency: string;
  /** With what words the provider has refused it. */
  words?: string | undefined;
}

export const paymentCaptured = defineEvent<CapturedPayment>('payment.captured');

/** An instalment was paid after the order had been declined: a refund is due. */
export const paymentCapturedAfterRejection = defineEvent<CapturedPayment>(
  'payment.capturedAfterRejection',
);

/** A duplicate payment, one after a refund, or one with a wrong amount: a refund is due. */
export const paymentOverpaid = defineEvent<Overpayment>('payment.overpaid');

/** A captured payment belongs to no order. */
export const paymentUnmatched = defineEvent<{ payment: ProviderPayment }>('payment.unmatched');
/** The provider refuses the keys. `day`: the shop's. */
export const keysRefused = defineEvent<{ day: string }>('payment.keysRefused');

export const paymentFailed = defineEvent<OrderPayment>('payment.failed');

/** The buyer cancelled. Emitted after `orderStatusChanged`. */
export const orderCancelled = defineEvent<Cancellation>('order.cancelled');

/** The provider accepted or finished a refund. Emitted for each of the two. */
export const refundAccepted = defineEvent<OrderRefund>('refund.accepted');

export interface CompensationUpdate {
  order: Order;
  compensation: Compensation;
  at: string;
  /** Who reads of it in the mail about the end of the order. */
  told?: ('buyer' | 'owner')[];
}

/** The seller owes the buyer more than was paid. */
export const compensationOwed = defineEvent<CompensationUpdate>('compensation.owed');

/** The owner has paid it and recorded the reference. */
export const compensationSettled = defineEvent<CompensationUpdate>('compensation.settled');

export const refundFailed = defineEvent<OrderRefund>('refund.failed');

/** The refund of a payment without an order has failed. */
export const unmatchedRefundFailed =
  defineEvent<Omit<OrderRefund, 'order'>>('refund.unmatchedFailed');

export interface InstalmentUpdate {
  order: Order;
  instalment: Instalment;
  /** The number of instalments of the order. */
  of: number;
  at: string;
}

export const instalmentWaived = defineEvent<InstalmentUpdate>('instalment.waived');

export const instalmentMoved = defineEvent<InstalmentUpdate>('instalment.moved');

export interface ChosenDeduction {
  order: Order;
  instalment: Pick<Instalment, 'id' | 'amount'>;
  choice: DeductionChoice;
  at: string;
}

/** A company deducts tax from an instalment that it is about to pay. A subscriber stores how much, or refuses. */
export const deductionChosen = defineEvent<ChosenDeduction>('instalment.deductionChosen');

/** The owner has stored the last certificate for tax that was deducted from an order. */
export const deductionsCertified = defineEvent<{ order: Order }>('order.deductionsCertified');

export type Reminder = InstalmentUpdate & { stage: ReminderStage };

/** An open instalment will be due soon, is due, or is overdue. Emitted once for each stage. */
export const instalmentReminded = defineEvent<Reminder>('instalment.reminded');
