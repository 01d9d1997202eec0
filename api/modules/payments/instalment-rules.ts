import { REMINDER_STAGES, type ReminderStage } from '../../../db/schema/states.ts';
import type { Instalment } from '../../../db/schema.ts';

/** The days to pay what was accepted: the first instalment of a quote, which lapses then, and that of a change. */
export const DAYS_TO_PAY = 7;

interface Named {
  number: number;
  title: string;
  /** The number of instalments in the agreement. */
  of: number;
}

/** The title of an instalment that an accepted change added. */
export const changeTitle = (number: number): string => `Change ${number}`;
const CHANGE_TITLE = /^Change \d+$/;

/** The displayed name: 'Full payment', 'Milestone 1 of 2', 'Part 2 of 3: Design'. */
export function instalmentName({ number, title, of }: Named): string {
  if (CHANGE_TITLE.test(title)) return title;
  if (of === 1) return title || 'Full payment';
  if (title === `Milestone ${number}`) return `${title} of ${of}`;
  const isNamed = title !== '' && title !== 'Full payment';
  return `Part ${number} of ${of}${isNamed ? `: ${title}` : ''}`;
}

/** Counts the agreed instalments, without those of changes. */
export const countAgreedInstalments = (
  instalments: readonly { change_id: string | null }[],
): number => instalments.filter(({ change_id }) => change_id === null).length;

/** What the buyer pays of an instalment, in paise: a company may owe a share as tax to the tax office. */
export const amountToPay = (part: { amount: number; tax_deducted: number }): number =>
  part.amount - part.tax_deducted;

/**
 * The receipt of its order at the provider, at most 40 characters: the instalment's id, and the tax that is deducted. So
 * each amount to pay has an order of its own, and each amount only one.
 */
export const receiptOfInstalment = (part: { id: string; tax_deducted: number }): string =>
  part.tax_deducted === 0
    ? part.id
    : `${part.id.replaceAll('-', '')}-${part.tax_deducted.toString(36)}`;

/** The instalment of such a receipt. */
export const instalmentOfReceipt = (receipt: string): string =>
  receipt.replace(
    /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})-[\da-z]{1,7}$/,
    '$1-$2-$3-$4-$5',
  );

interface Payable {
  number: number;
  pay_by: string | null;
  payment_id: string | null;
  waived_at: string | null;
}

/**
 * Whether the order was an offer that ended unpaid. The job of the quotes closes its instalments, once the
 * provider has listed the payments that were made in time.
 */
export const hasLapsed = (instalments: readonly Payable[]): boolean =>
  instalments.some(
    ({ number, payment_id, waived_at }) =>
      number === 1 && payment_id === null && waived_at !== null,
  );

/** Whether a payment that began at this time was too late for the first instalment. Quotes set such a time. */
export const isTooLate = (
  { number, pay_by }: Pick<Payable, 'number' | 'pay_by'>,
  order: { paid: number },
  startedAt: string,
): boolean => order.paid === 0 && number === 1 && pay_by !== null && pay_by <= startedAt;

/** The instalment to pay next: the first one, then by due date. SQL version: `nextAmountIn`. */
export function nextInstalment<I extends Payable>(instalments: readonly I[]): I | undefined {
  if (hasLapsed(instalments)) return undefined;
  const [next] = instalments
    .filter((each) => each.payment_id === null && each.waived_at === null)
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return next;
}

// Instalments without a date come last: `~` sorts after every digit.
const orderOf = ({ number, pay_by }: Payable): string =>
  `${number === 1 ? '' : (pay_by ?? '~')} ${String(number).padStart(4, '0')}`;

/** The days after which the owner may close an order whose previews are delivered and whose part is not paid. */
export const DAYS_TO_OPEN = 14;

type Part = Pick<Instalment, 'due' | 'pay_by' | 'payment_id' | 'waived_at'>;

/**
 * The instalments that keep the files of an order closed: those due before its hand-over that are neither paid nor waived.
 * A part with a date, as that of an accepted change, is one of them when its date had come at the first delivery.
 */
export const closingInstalments = <I extends Part>(
  instalments: readonly I[],
  previewedAt: string,
): I[] =>
  instalments.filter(({ due, pay_by, payment_id, waived_at }) => {
    if (payment_id !== null || waived_at !== null || due === 'completion') return false;
    if (due === 'delivery') return true;
    return pay_by === null ? due === 'accepting' : pay_by <= previewedAt;
  });

/** Reminder stages by days after the due date; negative means before it. */
export const REMINDER_DAYS: Record<ReminderStage, number> = { soon: -2, today: 0, overdue: 3 };
export { REMINDER_STAGES, type ReminderStage };
