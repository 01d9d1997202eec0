export const MAX_INSTALMENTS = 6;
export const MAX_SCOPE_ITEMS = 20;
/** The default validity of a quote, in days. */
export const VALID_DAYS = 14;
