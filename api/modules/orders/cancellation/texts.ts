export const CANCEL_TOO_LATE =
  'This order can no longer be cancelled here. Write to the seller if something is wrong.';
export const CANCEL_DISPUTED =
  'Your bank is deciding about a payment of this order. It can be cancelled once that is over.';
export const CANCEL_AMOUNT_CHANGED =
  'The order has changed meanwhile, and with it what you get back. Please read it again.';

export const PERCENT = 'Please give a whole percentage, 0 to 100.';
export const LATE_DAYS = 'Please give the days, 0 to 90.';
export const TERMS_ORDER = 'This cannot be less than once the order is accepted.';
export const TERMS_SAVED = 'Saved. Orders from now on have these terms.';
export const TERMS_CHANGED = 'The cancellation terms have changed. Please read them again.';
