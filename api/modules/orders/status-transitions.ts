import type { OrderStatus, ShownStatus } from './rules.ts';

type Who = 'owner' | 'buyer' | 'system';

/** Steps that a person or the clock takes. A request for a revision reopens a delivery, a cancellation ends an order. */
const TRANSITIONS: readonly { from: OrderStatus; to: OrderStatus; by: readonly Who[] }[] = [
  { from: 'In Progress', to: 'Accepted', by: ['owner'] },
  { from: 'In Progress', to: 'Rejected', by: ['owner'] },
  { from: 'Accepted', to: 'Delivered', by: ['owner'] },
  { from: 'Delivered', to: 'Completed', by: ['buyer', 'system'] },
];

/** From where this person may lead an order to that status. */
export const sourcesOfTransition = (to: OrderStatus, by: Who): OrderStatus[] =>
  TRANSITIONS.filter((step) => step.to === to && step.by.includes(by)).map((step) => step.from);

/** Where this person may lead an order of that status. */
export const transitionsFrom = (from: ShownStatus, by: Who): OrderStatus[] =>
  TRANSITIONS.filter((step) => step.from === from && step.by.includes(by)).map((step) => step.to);
