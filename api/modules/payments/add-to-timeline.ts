import type { Tx } from '../../../db/transaction.ts';
import type { Services } from '../../platform/services.ts';
import { addOrderEvent } from '../orders/timeline.ts';
import type { CapturedPayment, OrderPayment, OrderRefund } from './events.ts';

export const addPaymentToTimeline = (
  tx: Tx,
  _: Services,
  { order, instalment, payment, at }: CapturedPayment,
) =>
  addOrderEvent(tx, order.id, {
    key: `payment:${payment.id}`,
    kind: 'payment received',
    data: { amount: payment.amount, part: instalment.number, of: order.payment_type },
    at,
  });

export const addOverpaymentToTimeline = (
  tx: Tx,
  _: Services,
  { order, payment, at }: OrderPayment,
) =>
  addOrderEvent(tx, order.id, {
    key: `payment:${payment.id}`,
    kind: 'surplus',
    data: { amount: payment.amount },
    at,
  });

export const addPaymentFailureToTimeline = (
  tx: Tx,
  _: Services,
  { order, payment, at }: OrderPayment,
) =>
  addOrderEvent(tx, order.id, {
    key: `failed:${payment.id}`,
    kind: 'payment failed',
    data: { amount: payment.amount },
    at,
  });

export const addRefundToTimeline = (tx: Tx, _: Services, { order, refund }: OrderRefund) =>
  addOrderEvent(tx, order.id, {
    key: `refund:${refund.id}`,
    kind: 'refunded',
    data: { amount: refund.amount },
    at: refund.updated_at,
  });

export const addRefundFailureToTimeline = (tx: Tx, _: Services, { order, refund }: OrderRefund) =>
  addOrderEvent(tx, order.id, {
    key: `refund failed:${refund.id}`,
    kind: 'refund failed',
    data: { amount: refund.amount },
    at: refund.updated_at,
  });
