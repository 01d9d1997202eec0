import type { OrderStatus, ShownStatus } from './rules.ts';

type Who = 'owner' | 'buyer' | 'system';

/**
 * The transitions by a person or by the system. Not in the table: a revision reopens a delivery, a
 * cancellation ends an order.
 */
const TRANSITIONS: readonly { from: OrderStatus; to: OrderStatus; by: readonly Who[] }[] = [
  { from: 'In Progress', to: 'Accepted', by: ['owner'] },
  { from: 'In Progress', to: 'Rejected', by: ['owner'] },
  { from: 'Accepted', to: 'Delivered', by: ['owner'] },
  { from: 'Delivered', to: 'Completed', by: ['buyer', 'system'] },
];

/** The statuses from which this person may change an order to `to`. */
export const sourcesOfTransition = (to: OrderStatus, by: Who): OrderStatus[] =>
  TRANSITIONS.filter((step) => step.to === to && step.by.includes(by)).map((step) => step.from);

/** The statuses to which this person may change an order. */
export const transitionsFrom = (from: ShownStatus, by: Who): OrderStatus[] =>
  TRANSITIONS.filter((step) => step.from === from && step.by.includes(by)).map((step) => step.to);
