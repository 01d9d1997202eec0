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
  unreadable: 'It could not be read.',
} as const;

export type Unproved = keyof typeof UNPROVED;

export const ANSWER_NOT_TAKEN = 'Your answer did not arrive';
export const PART_NOT_TAKEN = 'A part of your answer did not arrive';
export const DISMISSED = 'The answer is dismissed.';
export const GONE = 'This answer no longer waits for you.';
