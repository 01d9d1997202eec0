/** Kinds of mail with a code or a link: valid for a short time, and only their reader can request a new one. */
export const TEMPORARY_CODES = ['code', 'reset link', 'lost factors'];

/** Why a mail is undeliverable, in JSON. 'passing' is a refused mail with a code or a link: it is not sent again. */
export type MailProblem = 'refused' | 'passing' | 'unreadable';

/** Of every mail: keeps mailboxes from answering with a note about a holiday (RFC 3834). */
export const MAIL_HEADERS = { 'Auto-Submitted': 'auto-generated' };

export const OUTBOX_ALERT_MINUTES = 15;
/** Undeliverable mail is deleted after this many days. */
export const UNDELIVERABLE_DAYS = 30;
/** The maximum number of undeliverable mails that are shown, sent or dismissed at once. */
export const MAX_UNDELIVERABLE_SHOWN = 50;

export const WHAT_TO_DO: Record<MailProblem, string> = {
  refused: 'The address is mistyped, its mailbox is full, or the mail settings are wrong.',
  passing: 'Its code or link works for minutes only; whoever still needs one asks for a new one.',
  unreadable:
    'It was encrypted with the key of another secrets.json: put that file back and start the app again.',
};

export const MAIL_GONE = 'This mail no longer waits for you.';
export const SENT_AGAIN = 'On its way. If it is refused again, it comes back here.';
export const DISMISSED = 'Dismissed.';
