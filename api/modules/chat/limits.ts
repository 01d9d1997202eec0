export const MAX_MESSAGE_LENGTH = 4_000;
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
export const MESSAGES_PER_PAGE = 50;
/** Minutes of absence before a mail announces a message; at most one mail per conversation in that time. */
export const UNREAD_MINUTES_BEFORE_EMAIL = 15;
/** The usual answer time uses the newest 20 conversations and needs at least 5. */
export const MAX_REPLIES_COUNTED = 20;
export const MIN_REPLIES_COUNTED = 5;
/** What a buyer may write in an unpaid conversation before the owner's next answer. */
export const MAX_UNANSWERED_MESSAGES = 20;
export const MAX_UNANSWERED_BYTES = 40_000;
/** The maximum number of unanswered questions per buyer. */
export const MAX_OPEN_QUESTIONS = 3;
