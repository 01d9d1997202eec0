export const ENCRYPTED = 'This mail is encrypted, so it could not be read.';
export const INVITATION = 'It holds an invitation to a meeting: see its file.';
export const WINMAIL =
  'Outlook packed its files into winmail.dat, which cannot be opened here. They need to be sent again.';
export const GARBLED = 'Some of its letters could not be read.';
export const FORWARDED = 'It held a forwarded mail, which is not shown.';
export const LONG = 'It is longer than a message: the end is cut off.';
export const MANY_FILES = 'Only the first five of its files were taken.';
export const UNREADABLE = 'This mail could not be read.';

export const fileRefused = (name: string, why: string): string => `${name} was not taken. ${why}`;

/** What stands for a mail without anything that can be read. */
export const bracketed = (sentence: string): string => `[${sentence}]`;

/** Why nobody knows who wrote a mail, for the owner. */
export const UNPROVED = {
  from: 'It came from another address than the client’s.',
  to: 'It was sent to somebody else, with this conversation as a copy.',
  signature: 'The sender’s mail provider does not vouch for it.',
  mark: 'Its subject does not name this conversation, and its provider does not sign to whom it goes.',
  automatic: 'Looks automatic: a note about an absence, an answer to an invitation or a rule.',
  old: 'It was signed more than a week before it arrived.',
  large: 'It was too large to be fetched.',
  unreadable: 'It could not be read, and is tried again. It is kept in the mailbox.',
} as const;

/** The reason of a mail that could not be read, and is tried again. */
export const UNREAD = 'unreadable';

export type Unproved = keyof typeof UNPROVED;

export const ANSWER_NOT_TAKEN = 'Your answer did not arrive';
export const PART_NOT_TAKEN = 'A part of your answer did not arrive';
/** Above a mail in the message of the owner that quotes it. */
export const TAKEN = (from: string): string =>
  `This mail came in your name from ${from}. It is not proved that you wrote it:`;
export const TAKEN_OVER =
  'The mail stands in the conversation, as a message of yours that quotes it.';
export const MAILBOX_AWAY = 'The mailbox cannot be reached just now. Please try it again.';
export const MAIL_GONE = 'This mail is no longer in the mailbox. You can still quote it and ask.';
export const DISMISSED = 'The answer is dismissed.';
export const GONE = 'This answer no longer waits for you.';
