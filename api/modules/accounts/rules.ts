/** A password in characters as people count them. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 200;
/** Codes by mail: their digits, how long they work, and how often they may be typed wrong. */
export const CODE_LENGTH = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const LINK_MINUTES = 60;
export const INVITATION_DAYS = 3;
/** A session ends this many days after its last use, and after its start. */
export const SESSION_IDLE_DAYS = 7;
export const SESSION_DAYS = 30;
export const KNOWN_DEVICE_DAYS = 365;
/** An account that nobody confirmed is deleted after this many days. */
export const ABANDONED_DAYS = 30;
/** How long a mail can say that a sign-in or a change was not its reader's. */
export const SUSPECT_DAYS = 7;
/** The keys of what was mailed begin so; it ends only from the mailbox. */
export const OF_MAILBOX = 'mailbox ';
export const MAX_PASSKEY_NAME_LENGTH = 60;

/** Counts characters as people do: most emoji count as one. */
export const charactersOf = (password: string): number => [...password].length;

/** Returns 0 to 4: one point each for length, both cases, a digit and a special character. */
export function passwordStrength(password: string): number {
  const { length, upper, lower, digit, special } = passwordCriteria(password);
  return [length, upper && lower, digit, special].filter(Boolean).length;
}

export const passwordCriteria = (password: string) => ({
  length: charactersOf(password) >= MIN_PASSWORD_LENGTH,
  upper: /\p{Lu}/u.test(password),
  lower: /\p{Ll}/u.test(password),
  digit: /\d/.test(password),
  special: /[^\p{L}\p{N}\s]/u.test(password),
});

export const STRENGTH_LABELS = ['Very Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

/** At the end of the link for the owner's first password, whose page then speaks of no reset. */
export const FIRST_PASSWORD = 'first';
