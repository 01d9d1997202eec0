import type { Side } from '../../../db/schema/states.ts';
import type { Order } from '../../../db/schema.ts';
import { defineEvent } from '../../platform/events.ts';
import type { OrderAt } from '../orders/events.ts';

export interface PinWritten extends OrderAt {
  by: Side;
}

/** A pin was set, or answered. */
export const pinWritten = defineEvent<PinWritten>('pin.written');

/** A pin was resolved or opened again. */
export const pinsChanged = defineEvent<OrderAt>('pin.changed');

export interface PinsSeen {
  order: Order;
  by: Side;
}

/** One side has seen the pins of an order. */
export const pinsSeen = defineEvent<PinsSeen>('pin.seen');
