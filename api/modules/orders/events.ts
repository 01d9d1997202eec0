import type { Order, OrderPause, Revision, User } from '../../../db/schema.ts';
import { defineEvent } from '../../platform/events.ts';
import type { Dates } from '../catalog/availability/calendar-rules.ts';
import type { RevisionStatus } from './revisions/rules.ts';

export interface OrderAt {
  order: Order;
  at: string;
}

export interface StatusChange extends OrderAt {
  by: 'owner' | 'buyer' | 'system';
  reason?: string | undefined;
  /** What the seller owes on top of the refund of a cancelled order, in paise. */
  owedOnTop?: number;
  /** Whether the files of a delivery stay closed until a part is paid. */
  isPreview?: true | undefined;
  /** The words of a delivery. */
  delivered?: string | undefined;
}

export interface RevisionRequest extends OrderAt {
  revision: Revision;
  buyer: User;
  /** What the buyer has pointed at, a paragraph for each. */
  pointedAt: string[];
}

export interface RevisionDecision extends OrderAt {
  revision: Pick<Revision, 'id' | 'number'>;
  status: Exclude<RevisionStatus, 'Pending'>;
  /** Why it is rejected; the buyer reads it. */
  reason?: string | undefined;
}

/** An order was accepted, rejected, delivered or completed. */
export const orderStatusChanged = defineEvent<StatusChange>('order.statusChanged');

/** An approved revision reopened a delivered order. Emitted after `revisionDecided`. */
export const orderReopened = defineEvent<OrderAt>('order.reopened');

/** `files` are the ids of files that were uploaded to the conversation as answers, and not sent before. */
export const requirementsSaved = defineEvent<OrderAt & { files: string[] }>('requirements.saved');

export const revisionRequested = defineEvent<RevisionRequest>('revision.requested');

export const revisionDecided = defineEvent<RevisionDecision>('revision.decided');

/** The part that kept the files closed was settled or waived: they are open, and can be accepted. */
export const handedOver = defineEvent<OrderAt & { version: number }>('order.handedOver');

/** The days of an order were gone when it was paid: it got the next ones. */
export const datesMoved = defineEvent<OrderAt & { dates: Dates }>('order.datesMoved');

/** The owner waits for something of the buyer, and the delivery time stands still. */
export const orderPaused = defineEvent<OrderAt & { pause: OrderPause }>('order.paused');

export interface OrderResumed extends OrderAt {
  pause: OrderPause;
  /** `system` when what was waited for has arrived, or is no longer needed. */
  by: 'owner' | 'buyer' | 'system';
  /** Whether it had given its place in the calendar back and got a later one. */
  hasNewPlace: boolean;
}

export const orderResumed = defineEvent<OrderResumed>('order.resumed');

/** Nothing was delivered by the delivery date. Emitted once for each date. */
export const orderLate = defineEvent<OrderAt & { cancelFrom: string }>('order.late');

/** The owner has saved whose name, address and GST number papers carry. */
export const sellerChanged = defineEvent<object>('orders.sellerChanged');

/** The cancellation terms of later orders were changed. */
export const cancellationTermsChanged = defineEvent<object>('orders.cancellationTermsChanged');

/** A corrected version of a delivery that is not answered yet. `mailKey` is the same for those within an hour. */
export const deliveryCorrected = defineEvent<DeliveryCorrected>('delivery.corrected');

export interface DeliveryCorrected extends OrderAt {
  version: number;
  corrects: number;
  mailKey: number;
}

/** A delivery completed an approved revision. Emitted before `orderStatusChanged`. */
export const revisionDelivered = defineEvent<RevisionDecision>('revision.delivered');
