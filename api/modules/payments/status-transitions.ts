import type { Refund } from '../../../db/schema.ts';
import type { PaymentStatus } from '../orders/rules.ts';

/** What the provider says of a payment → what we do with it. README.md draws both tables. */
export const PROVIDER_STATUS_ACTIONS = {
  created: 'wait',
  authorized: 'capture',
  captured: 'record',
  // Captured once and refunded since: recorded, then its refunds are.
  refunded: 'record',
  failed: 'note failure',
} as const;

/** Where an order's payment status may go: forward only. */
export const PAYMENT_TRANSITIONS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  Pending: ['Failed', 'Partially Paid', 'Paid'],
  Failed: ['Partially Paid', 'Paid'],
  'Partially Paid': ['Paid'],
  Paid: [],
};

export const isForwardTransition = (from: PaymentStatus, to: PaymentStatus): boolean =>
  from === to || PAYMENT_TRANSITIONS[from].includes(to);

/** Where a refund may go. `asked`: stored, and as far as we know not yet received by the provider. */
const REFUND_TRANSITIONS: Record<Refund['status'], readonly Refund['status'][]> = {
  asked: ['pending', 'processed', 'failed'],
  pending: ['processed', 'failed'],
  processed: [],
  // A rejection may turn out to be wrong: money that was refunded is counted.
  failed: ['processed'],
};

/** The states from which a refund may come to this one. */
export const refundStatusesBefore = (to: Refund['status']): Refund['status'][] =>
  (Object.keys(REFUND_TRANSITIONS) as Refund['status'][]).filter((from) =>
    REFUND_TRANSITIONS[from].includes(to),
  );
