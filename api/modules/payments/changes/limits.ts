/** How many changes of an order may wait for an answer. */
export const MAX_OPEN_CHANGES = 5;
export const MAX_DESCRIPTION_LENGTH = 2_000;
export const MAX_EXTRA_DAYS = 365;
/** The instalment of an accepted change is due after this many days. */
export const DAYS_TO_PAY_CHANGE = 7;
