import { z } from 'zod';
import { atMost } from '../../platform/http/text-schema.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './limits.ts';
import { charactersOf } from './password-strength-rules.ts';
import { PASSWORD_LONG, PASSWORD_NEEDED, PASSWORD_SHORT } from './texts.ts';

/**
 * Stored unchanged: passwords are not trimmed or normalized. Who sets one also calls `refuseGuessable`, which needs to
 * know the person.
 */
export const newPassword = z
  .string(PASSWORD_NEEDED)
  .max(...atMost(MAX_PASSWORD_LENGTH, PASSWORD_LONG))
  .refine((password) => charactersOf(password) >= MIN_PASSWORD_LENGTH, PASSWORD_SHORT);

/** A password to compare with the stored one. */
export const typedPassword = z
  .string(PASSWORD_NEEDED)
  .min(1, PASSWORD_NEEDED)
  .max(1_000, PASSWORD_NEEDED);
