import type { MailProblem } from './rules.ts';

export const WHAT_TO_DO: Record<MailProblem, string> = {
  refused:
    'The mail server refused it: the address is mistyped, its mailbox is full, or the mail settings here are wrong. Put that right and send it again, or reach them another way.',
  passing:
    'The mail server refused it. Its code or link works for minutes only, so it is not sent again: whoever still needs one asks for a new one.',
  unreadable:
    'It was encrypted with the key of another secrets.json. Put that file back into the data folder and start the app again, or let the mail go.',
};

export const MAIL_GONE = 'This mail no longer waits for you.';
export const SENT_AGAIN = 'On its way. If it is refused again, it comes back here.';
export const DISMISSED = 'Dismissed.';
