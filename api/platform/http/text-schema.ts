import { z } from 'zod';
import {
  hasControl,
  isVisible,
  plainCode,
  plainEmail,
  plainPhone,
  withoutMarks,
} from '../characters.ts';

/** Stops validation of a text that is too long, so that no regular expression runs on it (prevents ReDoS). */
export const atMost = (most: number, error: string) => [most, { error, abort: true }] as const;

const tooLongFor = (most: number) => `Please use at most ${most} characters.`;
const ONE_LINE = 'Please use letters, numbers and punctuation only.';
const isOneLine = (text: string) => !hasControl(text);

/** Validates a single line: trimmed, of which a reader sees something. */
export const singleLineText = (needed: string, most: number) =>
  z
    .string(needed)
    .trim()
    .max(...atMost(most, tooLongFor(most)))
    .refine(isVisible, needed)
    .refine(isOneLine, ONE_LINE);

/** Validates a single line that may be empty. */
export const optionalLine = (most: number) =>
  z
    .string()
    .trim()
    .max(...atMost(most, tooLongFor(most)))
    .refine(isOneLine, ONE_LINE)
    .transform((text) => (isVisible(text) ? text : ''));

/** Validates a text of several lines that may be empty. */
export const optionalText = (most: number, tooLong = tooLongFor(most)) =>
  z
    .string()
    .trim()
    .max(...atMost(most, tooLong))
    .transform((text) => (isVisible(text) ? text : ''));

/** Validates a text of several lines. */
export const multiLineText = (needed: string, most: number, tooLong = tooLongFor(most)) =>
  z
    .string(needed)
    .trim()
    .max(...atMost(most, tooLong))
    .refine(isVisible, needed);

/** Validates a number or a code on one line, without the marks that nobody sees. */
export const codeText = (needed: string, most: number) =>
  z
    .string(needed)
    .max(...atMost(2 * most, tooLongFor(most)))
    .transform(plainCode)
    .pipe(singleLineText(needed, most));

const PHONE = 'Please enter a phone number with its digits only, like +91 98765 43210.';

export const phoneNumber = (needed: string) =>
  z
    .string(needed)
    .max(...atMost(60, PHONE))
    .transform(plainPhone)
    .pipe(singleLineText(needed, 30))
    .refine((text) => /^\+?[\d ()./-]+$/.test(text) && isDialable(text), PHONE);

/** As long as numbers are: those of the international plan have 15 digits at most, without a prefix. */
const isDialable = (text: string): boolean => {
  const { length } = text.replace(/\D/g, '');
  return length >= 7 && length <= 19;
};

/** Validates an e-mail address; `needed` is the error message for an empty field. */
export const emailAddress = (needed: string, wrong = needed) =>
  z
    .string(needed)
    .max(...atMost(400, wrong))
    .transform(plainEmail)
    .pipe(
      z
        .string()
        .min(1, { error: needed, abort: true })
        .max(...atMost(254, wrong))
        .regex(/^[^\s\p{C}@<>"(),:;\\]+@[^\s\p{C}@<>"(),:;\\]+\.[^\s\p{C}@.]{2,}$/u, wrong),
    );

/** The words of a search, and a query without them. */
export const searchText = z.string().max(200).transform(withoutMarks).pipe(z.string().max(100));
