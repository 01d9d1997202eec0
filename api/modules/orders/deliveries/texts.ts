import { formatExact } from '../../../platform/money/rules.ts';
import { openPaise } from '../rules.ts';

export const TRANSITION_NOT_ALLOWED = 'The order cannot take this step any more. Load it again.';
export const NOT_PAID = 'Nothing is paid for this order yet.';
export const FULLY_REFUNDED =
  'Everything that was paid for this order was given back. It is closed.';
export const REASON_NEEDED = 'Please tell the buyer why.';
export const MESSAGE_NEEDED = 'Please say what you deliver.';
export const FILE_NAME_NEEDED = 'A file needs a name.';
export const FILE_REFUSED = 'A file can have at most 10 MB.';
export const TOO_MANY_FILES = 'Ten files and links are the most for one delivery.';
/** The name of a link without one: its address may be closed. */
export const UNNAMED_LINK = 'Link';
export const UNKNOWN_FILE = 'There is no such file.';
export const FILES_CLOSED =
  'The files open with a payment. Accept the delivery once you have them.';
export const HAND_OVER_TERMS =
  'Files open when the part due on delivery is paid; until then you see previews. If it is unpaid 14 days after them, the seller may close the order: what is paid stays paid, nothing more is due, and the files stay closed.';
export const HAND_OVER_CHANGED =
  'When the files of this package open has changed. Please read your order again.';
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
