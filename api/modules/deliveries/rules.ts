import { formatExact } from '../../platform/money/rules.ts';
import { openPaise, type ShownStatus } from '../orders/rules.ts';

// Browsers read these too.

export const MAX_DELIVERY_MESSAGE_LENGTH = 4_000;
export const MAX_FILES = 10;
export const MAX_FILE_NAME_LENGTH = 200;
/** Of what the owner says of a file. */
export const MAX_NOTE_LENGTH = 200;
const MB = 1024 * 1024;
export const MAX_FILE_BYTES = 200 * MB;
/** Of one order, in all its versions. */
export const MAX_ORDER_BYTES = 2_000 * MB;
/** Of an upload, so that a slow line needs half a minute for one and proxies need no other limit. */
export const PIECE_BYTES = MB;
/** Unfinished ones of an order. */
export const MAX_UPLOADS = 5;
/** A larger picture is delivered as a file: it is drawn from memory. */
export const MAX_DRAWN_BYTES = 50 * MB;

/** Of one delivery. */
export const MAX_CORRECTIONS = 3;
export const MANY_CORRECTIONS =
  'Three corrections are the most for one delivery. Please wait for the answer of the client.';

export const MESSAGE_NEEDED = 'Please say what you deliver.';
export const FILE_NAME_NEEDED = 'A file needs a name.';
export const FILE_REFUSED = 'A file can have at most 200 MB.';
export const ORDER_FULL = 'The files of an order can have at most 2 GB together.';
export const SIZE_NEEDED = 'Please say how large the file is.';
export const NAME_UNREADABLE = 'The name of this file cannot be read.';
export const MANY_UPLOADS = `${MAX_UPLOADS} files are on their way to this order already. Please wait for one of them, or remove it.`;
export const UPLOADS_FAST = 'You have begun very many uploads. Please wait a while and try again.';
export const NO_DISK = 'The disk of the server has no room for a file of this size.';
export const UNKNOWN_UPLOAD = 'There is no such upload. Please choose the file again.';
export const UPLOAD_MOVED = 'This part of the file was not expected.';
export const UPLOAD_LONGER = 'The file is longer than was said.';
export const UPLOAD_LOST = 'A part of this file was lost. Please choose it again.';
export const NOTHING_TO_DELIVER = 'This order has ended: nothing can be delivered for it.';
export const uploadMissing = (name: string): string =>
  `${name} is not whole yet. Wait for it, choose it again to go on, or remove it.`;
export const TOO_MANY_FILES = 'Ten files and links are the most for one delivery.';
/** The name of a link without one: its address may be closed. */
export const UNNAMED_LINK = 'Link';
/** How long accepting, delivering and rejecting a revision can be taken back. */
export const UNDO_SECONDS = 10;
export const UNDO = `You can undo it for ${UNDO_SECONDS} seconds.`;
export const UNDONE = 'Undone. Nothing has changed.';
export const DONE_ALREADY = 'This has happened already. The client knows.';
export const UNKNOWN_FILE = 'There is no such file.';
export const ACCEPTED = 'You have accepted the delivery. Thank you!';

/** Whether the buyer can fetch everything in one file. */
export const hasPack = (order: { orderStatus: ShownStatus; isClosed: boolean }): boolean =>
  order.orderStatus === 'Completed' || (order.orderStatus === 'Delivered' && !order.isClosed);

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
