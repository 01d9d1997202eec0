export const ENCRYPTED = 'This mail is encrypted, so it could not be read.';
export const INVITATION = 'It held an invitation to a meeting, which is among its files.';
export const WINMAIL = 'It held winmail.dat, in which Outlook keeps files that only Outlook reads.';
export const GARBLED = 'Some of its letters could not be read.';
export const FORWARDED = 'It held a forwarded mail, which is not shown.';
export const LONG = 'It is longer than a message; its end is not shown.';
export const MANY_FILES = 'Of its files only the first five were taken.';
export const UNREADABLE = 'This mail could not be read.';

export const fileRefused = (name: string, why: string): string => `${name} was not taken. ${why}`;

/** What stands for a mail without anything that can be read. */
export const bracketed = (sentence: string): string => `[${sentence}]`;

/** Why nobody knows who wrote a mail, for the owner. */
export const UNPROVED = {
  from: 'It is not from the address of this client.',
  to: 'It was not sent to the address of this conversation.',
  signature: 'Its mail provider did not sign it in a way that proves the sender.',
  old: 'Its signature is more than a week older than the mail.',
  unreadable: 'It could not be read.',
} as const;

export type Unproved = keyof typeof UNPROVED;

export const ANSWER_NOT_TAKEN = 'Your answer did not arrive';
export const PART_NOT_TAKEN = 'A part of your answer did not arrive';
export const GONE = 'This answer no longer waits for you.';
