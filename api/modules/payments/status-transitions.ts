import type { Refund } from '../../../db/schema.ts';
import type { PaymentStatus } from '../orders/rules.ts';

/** The action for each payment status of the provider. README.md has both tables as diagrams. */
export const PROVIDER_STATUS_ACTIONS = {
  created: 'wait',
  authorized: 'capture',
  captured: 'record',
  // It was captured before: stored first, then its refunds.
  refunded: 'record',
  failed: 'record failure',
} as const;

/** The possible transitions of an order's payment status: forward only. */
const PAYMENT_TRANSITIONS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  Pending: ['Failed', 'Partially Paid', 'Paid'],
  Failed: ['Partially Paid', 'Paid'],
  'Partially Paid': ['Paid'],
  Paid: [],
};

export const isForwardTransition = (from: PaymentStatus, to: PaymentStatus): boolean =>
  from === to || PAYMENT_TRANSITIONS[from].includes(to);

/** The possible transitions of a refund. `asked`: stored, but perhaps not received by the provider yet. */
const REFUND_TRANSITIONS: Record<Refund['status'], readonly Refund['status'][]> = {
  asked: ['pending', 'processed', 'failed'],
  pending: ['processed', 'failed'],
  processed: [],
  // A rejection can turn out to be wrong: then the refund counts.
  failed: ['processed'],
};

/** The statuses from which a refund can change to this one. */
export const refundStatusesBefore = (to: Refund['status']): Refund['status'][] =>
  (Object.keys(REFUND_TRANSITIONS) as Refund['status'][]).filter((from) =>
    REFUND_TRANSITIONS[from].includes(to),
  );
