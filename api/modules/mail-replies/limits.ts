import { MAX_ATTACHMENT_BYTES } from '../chat/texts.ts';

const MB = 1024 * 1024;

/** The largest mail that is fetched: what mail providers take, as it is sent in letters. */
export const MAX_MAIL_BYTES = 36 * MB;
/** The addresses of a mail are in the beginning of its header. */
export const MAX_HEADER_BYTES = 256 * 1024;
export const MAX_LINES = 1_000_000;
/** Of a text that is searched for what it quotes. */
export const MAX_PARSED_BYTES = 20 * 1024;
export const MAX_FILE_BYTES = MAX_ATTACHMENT_BYTES;
/** The part of its room from which a mailbox counts as full. */
export const FULL = 0.98;
/** Of those that may prove the sender; others are not tried. */
export const MAX_SIGNATURES = 5;
/** Of one mail. */
export const MAX_TOKENS = 3;
export const SIGNATURE_DAYS = 7;
export const UNPROVED_DAYS = 30;
/** Of one sender in a conversation, and of all. */
export const MAX_UNPROVED = 10;
export const MAX_UNPROVED_IN_ALL = 50;
