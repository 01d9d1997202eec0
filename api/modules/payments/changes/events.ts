import type { Order, OrderChange, Revision } from '../../../../db/schema.ts';
import { defineEvent } from '../../../platform/events.ts';

export interface ChangeAt {
  order: Order;
  change: OrderChange;
  at: string;
}

export interface ChangeProposal extends ChangeAt {
  /** The request that it was made of, as it was before. */
  revision?: Revision;
}

export const changeProposed = defineEvent<ChangeProposal>('change.proposed');

/** Accepted, declined or withdrawn; an accepted one is part of `order` already. */
export const changeDecided = defineEvent<ChangeAt>('change.decided');

/** The order was closed before anybody answered. */
export const changeLapsed = defineEvent<ChangeAt>('change.lapsed');
