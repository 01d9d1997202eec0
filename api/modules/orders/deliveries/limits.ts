export const MAX_DELIVERY_MESSAGE_LENGTH = 4_000;
export const MAX_FILES = 10;
export const MAX_FILE_NAME_LENGTH = 200;
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The days after which an unanswered delivery counts as accepted. */
export const DAYS_TO_ANSWER = 7;
