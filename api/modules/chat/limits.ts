export const MAX_MESSAGE_LENGTH = 4_000;
export const MAX_ATTACHMENTS = 5;
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
export const MESSAGES_PER_PAGE = 50;
/** Minutes somebody has to be away before a mail announces a message; at most one mail per conversation in that time. */
export const AWAY_MINUTES = 15;
/** How many of the newest conversations say how soon the owner answers, and how few say nothing. */
export const MAX_ANSWERS_COUNTED = 20;
export const MIN_ANSWERS_COUNTED = 5;
/** So many questions of one buyer wait for the seller's first answer at most. */
export const MAX_OPEN_QUESTIONS = 3;
