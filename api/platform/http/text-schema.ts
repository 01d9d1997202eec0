import { z } from 'zod';

/** Stops validation of a text that is too long, so that no regular expression runs on it (prevents ReDoS). */
export const atMost = (most: number, error: string) => [most, { error, abort: true }] as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are rejected on purpose.
const CONTROL = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/** Validates a single line: trimmed, without control or text-direction characters. */
export const singleLineText = (needed: string, most: number) =>
  z
    .string(needed)
    .trim()
    .min(1, needed)
    .max(...atMost(most, `Please use at most ${most} characters.`))
    .refine((text) => !CONTROL.test(text), 'Please use letters, numbers and punctuation only.');

export const phoneNumber = (needed: string) =>
  singleLineText(needed, 20).regex(
    /^\+?[\d][\d\s()-]{5,17}\d$/,
    'Please enter a phone number with its digits only, like +91 98765 43210.',
  );

/** Validates a single line that may be empty. */
export const optionalLine = (most: number) =>
  z
    .string()
    .trim()
    .max(...atMost(most, `Please use at most ${most} characters.`))
    .refine((text) => !CONTROL.test(text), 'Please use letters, numbers and punctuation only.');

/** Validates a text of several lines. */
export const multiLineText = (
  needed: string,
  most: number,
  tooLong = `Please use at most ${most} characters.`,
) => z.string(needed).trim().min(1, needed).max(most, tooLong);
