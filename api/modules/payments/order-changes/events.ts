import type { Order, OrderChange, Revision } from '../../../../db/schema.ts';
import { defineEvent } from '../../../platform/events.ts';

export interface ChangeAt {
  order: Order;
  change: OrderChange;
  at: string;
}

export interface ChangeProposal extends ChangeAt {
  /** The revision request from which the change was made, as it was before. */
  revision?: Revision;
  /** The ids of the files of a buyer's request. */
  attachments?: string[];
}

export const changeProposed = defineEvent<ChangeProposal>('change.proposed');

/** A change was accepted, declined or withdrawn. If accepted, `order` already includes it. */
export const changeDecided = defineEvent<ChangeAt>('change.decided');

/** The order was closed before the change was answered. */
export const changeWithdrawnAutomatically = defineEvent<ChangeAt>('change.withdrawnAutomatically');
