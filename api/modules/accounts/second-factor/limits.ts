/** The minutes during which a confirmation is valid. */
export const CONFIRMED_MINUTES = 10;
export const RECOVERY_CODES = 10;
export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME_LENGTH = 60;
