export const MAX_INSTALMENTS = 6;
export const MAX_SCOPE_ITEMS = 20;
/** The default validity of a quote, in days. */
export const VALID_DAYS = 14;
/** The days after which an accepted but unpaid quote lapses. */
export const DAYS_TO_PAY = 7;
