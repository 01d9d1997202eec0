import type { ShownStatus } from '../rules.ts';
import { MAX_OPEN_PINS, MAX_PINS, MAX_REPLIES } from './limits.ts';

export const PIN_OUTSIDE = 'A pin must be inside the picture.';
export const PIN_TEXT_NEEDED = 'Please say what is meant here.';
export const REPLY_NEEDED = 'Please write an answer.';
export const NOTHING_TO_POINT_AT = 'There is nothing to point at in this file.';
export const UNKNOWN_PIN = 'There is no such pin.';
export const PIN_ID_USED =
  'This has arrived already, with other words. Load the page again to see it.';
export const MANY_OPEN_PINS = `A version has at most ${MAX_OPEN_PINS} open pins. Please resolve some first.`;
export const MANY_PINS = `An order has at most ${MAX_PINS} pins. Please write in the conversation.`;
export const MANY_REPLIES = `A pin has at most ${MAX_REPLIES} answers. Please set a new one.`;
export const PINS_FAST = 'That was very fast. Please wait a moment and try again.';
export const PINS_GONE = 'One of these pins is resolved already. Please look at them again.';

export const pinsAreClosed = (status: ShownStatus): string =>
  `The order is ${status.toLowerCase()}: its pins stay as they are.`;
