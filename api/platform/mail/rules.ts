/** Kinds of mail with a code or a link: valid for minutes, renewed only by their reader. */
export const TEMPORARY_CODES = ['code', 'new address', 'reset link'];

/** Why a mail is undeliverable. */
export type MailProblem = 'refused' | 'passing' | 'unreadable';

export const WHAT_TO_DO: Record<MailProblem, string> = {
  refused:
    'The mail server refused it: the address is mistyped, its mailbox is full, or the mail settings here are wrong. Put that right and send it again, or reach them another way.',
  passing:
    'The mail server refused it. Its code or link works for minutes only, so it is not sent again: whoever still needs one asks for a new one.',
  unreadable:
    'It was encrypted with the key of another secrets.json. Put that file back into the data folder and start the app again, or let the mail go.',
};

export const WAITS_TOO_LONG_MINUTES = 15;
/** Undeliverable mail is deleted after this many days. */
export const UNDELIVERABLE_DAYS = 30;
/** At most this many are shown, and sent or dismissed at once. */
export const MAX_UNDELIVERABLE_SHOWN = 50;

export const MAIL_GONE = 'This mail no longer waits for you.';
export const SENT_AGAIN = 'On its way. If it is refused again, it comes back here.';
export const DISMISSED = 'Dismissed.';
