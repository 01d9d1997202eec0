import type { Quote } from '../../../db/schema.ts';
import type { InstalmentTrigger } from '../orders/agreements/rules.ts';
import { whyDecided } from '../payments/order-changes/rules.ts';

export const MAX_INSTALMENTS = 6;
export const MAX_SCOPE_ITEMS = 20;
/** The default validity of a quote, in days. */
export const VALID_DAYS = 14;

/** The names of the due triggers in the form. */
export const TRIGGER_NAMES: Record<InstalmentTrigger, string> = {
  accepting: 'on accepting',
  date: 'on a date',
  delivery: 'on delivery',
  completion: 'on completion',
};

export const TITLE_NEEDED = 'Please give the quote a title.';
export const SCOPE_NEEDED = 'Please say what is included, one item per line.';
export const SCOPE_LONG = `Please use at most ${MAX_SCOPE_ITEMS} items of 200 characters.`;
export const PRICE_NEEDED = 'Please give the price, ₹1 or $1 or more.';
export const NOT_SOLD_IN = 'Your shop does not sell in this currency.';
export const INSTALMENT_NEEDED = 'Each part is ₹1 or $1 or more.';
export const TOO_MANY_INSTALMENTS = `A quote has one to ${MAX_INSTALMENTS} parts.`;
export const INSTALMENTS_DIFFER = 'The parts must add up to the price.';
export const FIRST_INSTALMENT_LATER = 'The first part is due on accepting: it begins the order.';
export const INSTALMENT_DAY_NEEDED = 'Please choose the day of each part that is due on a date.';
export const INSTALMENT_DAY_PAST = 'The day of a part must be still to come.';
export const DAYS_NEEDED = 'Please give the delivery time in days, 1 to 365.';
export const REVISIONS_NEEDED = 'Please give the number of revisions, 0 to 20.';
export const VALID_NEEDED = 'A quote is valid for 1 to 90 days.';

export const QUOTE_SAVED = 'Saved. Only you see it until you send it.';
export const QUOTE_SENT = 'The quote is sent.';
export const QUOTE_WITHDRAWN = 'The quote is withdrawn.';
export const QUOTE_DECLINED = 'You have declined the quote.';
export const UNKNOWN_QUOTE = 'There is no such quote.';
export const NOT_A_DRAFT = 'This quote was sent and does not change any more. Write a new version.';

/** Why a quote can no longer be decided. One that is still sent has expired: its job has not run yet. */
export function reasonClosed(status: Quote['status']): string {
  if (status === 'Draft') return UNKNOWN_QUOTE;
  if (status === 'Sent' || status === 'Expired')
    return 'This quote has expired. Ask for a new one.';
  const reason = whyDecided('quote', status);
  return status === 'Withdrawn' ? `${reason} Ask for a new one.` : reason;
}
