import type { MailProblem } from './rules.ts';

export const WHAT_TO_DO: Record<MailProblem, string> = {
  refused: 'The address is mistyped, its mailbox is full, or the mail settings are wrong.',
  passing: 'Its code or link works for minutes only; whoever still needs one asks for a new one.',
  unreadable:
    'It was encrypted with the key of another secrets.json: put that file back and start the app again.',
};

export const MAIL_GONE = 'This mail no longer waits for you.';
export const SENT_AGAIN = 'On its way. If it is refused again, it comes back here.';
export const DISMISSED = 'Dismissed.';
