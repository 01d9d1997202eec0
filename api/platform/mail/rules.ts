/** Kinds of mail with a code or a link: valid for a short time, and only their reader can request a new one. */
export const TEMPORARY_CODES = ['code', 'new address', 'reset link', 'lost factors'];

/** Why a mail is undeliverable, in JSON. 'passing' is a refused mail with a code or a link: it is not sent again. */
export type MailProblem = 'refused' | 'passing' | 'unreadable';

/** Of every mail: keeps mailboxes from answering with a note about a holiday (RFC 3834). */
export const MAIL_HEADERS = { 'Auto-Submitted': 'auto-generated' };
