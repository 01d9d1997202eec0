import type { Tx } from '../../../db/transaction.ts';
import { longDate } from '../../platform/dates.ts';
import type { Services } from '../../platform/services.ts';
import { addOrderEvent } from '../orders/timeline.ts';
import type { CapturedPayment, InstalmentChange, OrderPayment, OrderRefund } from './events.ts';
import { partName } from './rules.ts';

export const addPaymentToTimeline = (
  tx: Tx,
  _: Services,
  { order, instalment, of, payment, at }: CapturedPayment,
) =>
  addOrderEvent(tx, order.id, {
    key: `payment:${payment.id}`,
    kind: 'payment received',
    data: {
      ...{ amount: payment.amount, part: instalment.number, of: order.payment_type },
      name: partName({ ...instalment, of }),
    },
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

export const addWaiverToTimeline = (
  tx: Tx,
  _: Services,
  { order, instalment, of, at }: InstalmentChange,
) =>
  addOrderEvent(tx, order.id, {
    key: `waived:${instalment.id}`,
    kind: 'part waived',
    data: { amount: instalment.amount, name: partName({ ...instalment, of }) },
    at,
  });

export const addMoveToTimeline = (
  tx: Tx,
  { config }: Services,
  { order, instalment, of, at }: InstalmentChange,
) =>
  addOrderEvent(tx, order.id, {
    key: `moved:${instalment.id}:${at}`,
    kind: 'part moved',
    data: {
      name: partName({ ...instalment, of }),
      day: instalment.pay_by ? longDate(instalment.pay_by, config.timeZone) : '',
    },
    at,
  });
