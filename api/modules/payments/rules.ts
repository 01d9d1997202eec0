interface Part {
  number: number;
  title: string;
  /** How many the agreement has. */
  of: number;
}

/** An instalment of an accepted change; it is none of the agreed parts. */
export const changeTitle = (number: number): string => `Change ${number}`;
const CHANGE_TITLE = /^Change \d+$/;

/** What people read: 'Full payment', 'Milestone 1 of 2', 'Part 2 of 3: Design'. */
export function partName({ number, title, of }: Part): string {
  if (CHANGE_TITLE.test(title)) return title;
  if (of === 1) return title || 'Full payment';
  if (title === `Milestone ${number}`) return `${title} of ${of}`;
  const isNamed = title !== '' && title !== 'Full payment';
  return `Part ${number} of ${of}${isNamed ? `: ${title}` : ''}`;
}

/** How many parts were agreed; changes are not among them. */
export const countParts = (instalments: readonly { change_id: string | null }[]): number =>
  instalments.filter(({ change_id }) => change_id === null).length;

const TEST_RECEIPT = 'doctor-';

/** The receipt of a ₹1 order that the doctor makes and refunds: its payment belongs to nobody. At most 40 characters. */
export const testReceipt = (id: string): string => TEST_RECEIPT + id.replaceAll('-', '');
export const isTestReceipt = (receipt: string | null): boolean =>
  receipt?.startsWith(TEST_RECEIPT) ?? false;

interface Payable {
  number: number;
  pay_by: string | null;
  payment_id: string | null;
  waived_at: string | null;
}

/** The instalment that is paid next: the first begins the order, then what is due earliest. */
export function nextInstalment<I extends Payable>(instalments: readonly I[]): I | undefined {
  const [next] = instalments
    .filter((each) => each.payment_id === null && each.waived_at === null)
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return next;
}

// A day comes before no day; `~` sorts after every digit.
const orderOf = ({ number, pay_by }: Payable): string =>
  `${number === 1 ? '' : (pay_by ?? '~')} ${String(number).padStart(4, '0')}`;

/** From how many days before its date an instalment is at which stage of being reminded of. */
export const REMINDER_DAYS = { soon: -2, today: 0, overdue: 3 } as const;
export type ReminderStage = keyof typeof REMINDER_DAYS;

export const UNKNOWN_INSTALMENT = 'There is no such part.';
export const INSTALMENT_CLOSED = 'This part is paid or waived already.';
export const LAST_INSTALMENT = 'Nothing would be left to pay. Reject or refund the order instead.';
export const INSTALMENT_WAIVED = 'Waived. The buyer is told.';
export const INSTALMENT_MOVED = 'Moved. The buyer is told.';
export const DATE_PAST = 'Please choose a day that is still to come.';
export const DAY_NEEDED = 'Please choose a day.';

export const PROVIDER_UNREACHABLE =
  'The payment service does not answer. You have not been charged for this attempt; please try again.';
export const NOT_OPENED =
  'This could not be saved just now. You have not been charged for this attempt; please try again.';
export const VERIFICATION_FAILED = 'Payment verification failed';
export const STILL_CONFIRMING =
  'Your bank is still confirming the payment. Please do not pay again: the order appears as soon as it does.';
/** Captured, and the books cannot be written just now. */
export const PAYMENT_ARRIVED =
  'Your payment arrived; we are recording it. Please do not pay again: your order shows it within five minutes.';
export const PAYMENT_SUCCESSFUL = 'Payment Successful!';
export const FIRST_MILESTONE_PAID = 'First milestone paid. Please complete the full payment later.';
export const NOTHING_LEFT = 'Nothing left to pay.';
export const ORDER_ID_NEEDED = 'Order id should be correct!';
export const CANCELLED = 'Payment cancelled';
export const CLOSED_TOO_SOON =
  'If your bank has taken the money all the same, this page says so within two minutes.';
export const STILL_CHECKING =
  'We are checking whether your payment went through. Please do not pay again: your order shows it within five minutes.';
/** Follows VERIFICATION_FAILED: a refused result says nothing about what the bank did. */
export const IF_TAKEN =
  'If your bank has taken the money, please do not pay again: it appears on your order or you get it back.';
export const PAYMENT_FAILED = 'Payment Failed';
export const PROVIDER_LOADING = 'Payment gateway is loading...';
export const PROVIDER_NOT_LOADED = 'Failed to load payment gateway';
export const FIRST_PART_OPEN =
  'The first payment of this order is still open. Please pay it first.';
export const TOO_MANY_OPEN =
  'You have many unpaid checkouts open. Please pay one of them, or try again in an hour.';
/** Captured, and not for something that is still to be had. */
export const PAID_BEYOND =
  'Your payment has arrived, but nothing was due any more. You get the money back.';
export const PAID_DECLINED =
  'Your payment has arrived, but the order was declined. You get the money back.';
export const BANK_ASKED = 'Razorpay was asked a moment ago. Please wait half a minute.';
export const BANK_ASKED_OFTEN =
  'You have asked often. We ask Razorpay by ourselves, too; please look again in an hour.';
export const BANK_SILENT = 'Razorpay does not answer just now. We ask again by ourselves.';
export const UNKNOWN_PAYMENT = 'There is no such payment.';
export const REFUND_TOO_SMALL = 'A refund is ₹1 or more.';
export const REFUND_TOO_MUCH = 'That is more than is left of this payment.';
export const REFUND_USED = 'This refund was asked for with another amount.';
export const REFUND_MADE = 'The refund is on its way.';
export const REFUND_WAITS =
  'The payment service does not answer. The refund is stored and asked for again every minute.';
export const REFUND_REFUSED = 'The payment service refused this refund.';
