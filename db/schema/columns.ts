/** An amount in the smallest unit of the currency of its order: paise or cents. */
export type Paise = number;
/** A time as ISO-8601 UTC with milliseconds. */
export type Instant = string;
/** A day as YYYY-MM-DD. */
export type Day = string;
export type Flag = 0 | 1;
/** JSON as text. */
export type Json = string;
