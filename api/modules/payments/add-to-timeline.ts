import { longDate } from '../../platform/dates.ts';
import { addToTimeline } from '../orders/timeline.ts';
import type { CapturedPayment, InstalmentUpdate, OrderPayment, OrderRefund } from './events.ts';
import { instalmentName } from './instalment-rules.ts';

export const addPaymentToTimeline = addToTimeline(
  ({ order, instalment, of, payment, at }: CapturedPayment) => ({
    key: `payment:${payment.id}`,
    kind: 'payment received',
    data: {
      ...{ amount: payment.amount, part: instalment.number, of: order.payment_type },
      name: instalmentName({ ...instalment, of }),
    },
    at,
  }),
);

export const addOverpaymentToTimeline = addToTimeline(({ payment, at }: OrderPayment) => ({
  key: `payment:${payment.id}`,
  kind: 'surplus',
  data: { amount: payment.amount },
  at,
}));

export const addPaymentFailureToTimeline = addToTimeline(({ payment, at }: OrderPayment) => ({
  key: `failed:${payment.id}`,
  kind: 'payment failed',
  data: { amount: payment.amount },
  at,
}));

export const addRefundToTimeline = addToTimeline(({ refund }: OrderRefund) => ({
  key: `refund:${refund.id}`,
  kind: 'refunded',
  data: { amount: refund.amount },
  at: refund.updated_at,
}));

export const addRefundFailureToTimeline = addToTimeline(({ refund }: OrderRefund) => ({
  key: `refund failed:${refund.id}`,
  kind: 'refund failed',
  data: { amount: refund.amount },
  at: refund.updated_at,
}));

export const addWaiverToTimeline = addToTimeline(({ instalment, of, at }: InstalmentUpdate) => ({
  key: `waived:${instalment.id}`,
  kind: 'part waived',
  data: { amount: instalment.amount, name: instalmentName({ ...instalment, of }) },
  at,
}));

export const addMoveToTimeline = addToTimeline(
  ({ instalment, of, at }: InstalmentUpdate, { config }) => ({
    key: `moved:${instalment.id}:${at}`,
    kind: 'part moved',
    data: {
      name: instalmentName({ ...instalment, of }),
      day: instalment.pay_by ? longDate(instalment.pay_by, config.timeZone) : '',
    },
    at,
  }),
);
