import { formatExact } from '../../platform/money/rules.ts';
import { openPaise, type ShownStatus } from '../orders/rules.ts';

// Browsers read these too.

export const MAX_DELIVERY_MESSAGE_LENGTH = 4_000;
export const MAX_FILES = 10;
export const MAX_FILE_NAME_LENGTH = 200;
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

export const MESSAGE_NEEDED = 'Please say what you deliver.';
export const FILE_NAME_NEEDED = 'A file needs a name.';
export const FILE_REFUSED = 'A file can have at most 10 MB.';
export const TOO_MANY_FILES = 'Ten files and links are the most for one delivery.';
/** The name of a link without one: its address may be closed. */
export const UNNAMED_LINK = 'Link';
export const UNKNOWN_FILE = 'There is no such file.';
export const ACCEPTED = 'You have accepted the delivery. Thank you!';

/** A warning for the owner before a delivery; null if the order is fully paid. */
export function unpaidWarning(
  payment: Parameters<typeof openPaise>[0] & { currency: string },
): string | null {
  const open = openPaise(payment);
  return open > 0
    ? `The buyer has still to pay ${formatExact(open, payment.currency)} of this order.`
    : null;
}

/** A place is in thousandths of the width and the height. */
export const PIN_SCALE = 1_000;
export const MAX_PIN_LENGTH = 1_000;
/** Of one version. */
export const MAX_OPEN_PINS = 100;
/** Of one order. */
export const MAX_PINS = 500;
/** To one pin. */
export const MAX_REPLIES = 20;
/** Of a document that are shown and can be pointed at. */
export const MAX_PAGES = 2_000;

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
