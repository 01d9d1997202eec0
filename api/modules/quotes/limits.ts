export const MAX_INSTALMENTS = 6;
export const MAX_SCOPE_ITEMS = 20;
/** How long a quote can be accepted, unless the owner says otherwise. */
export const VALID_DAYS = 14;
/** An accepted quote of which nothing is paid lapses after this many days. */
export const DAYS_TO_PAY = 7;
