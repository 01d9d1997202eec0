import { z } from 'zod';

/** Aborts on a text that is too long, so that no pattern runs on it. */
export const atMost = (most: number, error: string) => [most, { error, abort: true }] as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point.
const CONTROL = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/** Single-line input: trimmed, without control or direction-override characters. */
export const singleLineText = (needed: string, most: number) =>
  z
    .string(needed)
    .trim()
    .min(1, needed)
    .max(...atMost(most, `Please use at most ${most} characters.`))
    .refine((text) => !CONTROL.test(text), 'Please use letters, numbers and punctuation only.');

/** Input of several lines. */
export const multiLineText = (
  needed: string,
  most: number,
  tooLong = `Please use at most ${most} characters.`,
) => z.string(needed).trim().min(1, needed).max(most, tooLong);
