/** Integer paise. */
export type Paise = number;
/** ISO-8601 UTC with milliseconds. */
export type Instant = string;
/** YYYY-MM-DD. */
export type Day = string;
export type Flag = 0 | 1;
/** JSON text. */
export type Json = string;
