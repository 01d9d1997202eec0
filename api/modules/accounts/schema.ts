import { z } from 'zod';
import { plainEmail } from '../../platform/characters.ts';
import { AVATAR_REFUSED, MAX_AVATAR_LENGTH } from '../../platform/files/limits.ts';
import { atMost, codeText, emailAddress, singleLineText } from '../../platform/http/text-schema.ts';
import { CODE_LENGTH, charactersOf, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './rules.ts';
import {
  CODE_NEEDED,
  EMAIL_NEEDED,
  NAME_NEEDED,
  PASSWORD_LONG,
  PASSWORD_NEEDED,
  PASSWORD_SHORT,
} from './texts.ts';

const email = emailAddress(EMAIL_NEEDED);

const avatar = z.string(AVATAR_REFUSED).max(MAX_AVATAR_LENGTH, AVATAR_REFUSED);

/**
 * Stored unchanged: passwords are not trimmed or normalized. Who sets one also calls `refuseGuessable`, which needs to
 * know the person.
 */
const newPassword = z
  .string(PASSWORD_NEEDED)
  .max(...atMost(MAX_PASSWORD_LENGTH, PASSWORD_LONG))
  .refine((password) => charactersOf(password) >= MIN_PASSWORD_LENGTH, PASSWORD_SHORT);

/** A password to compare with the stored one. */
const typedPassword = z.string(PASSWORD_NEEDED).min(1, PASSWORD_NEEDED).max(1_000, PASSWORD_NEEDED);

export const signUpBody = z.object({
  name: singleLineText(NAME_NEEDED, 80),
  email,
  password: newPassword,
  avatar: avatar.nullish(),
  /** The page to open once the address is confirmed; anything but a path of this site is left out. */
  next: z
    .string()
    .max(...atMost(500, ''))
    .regex(/^\/(?!\/)[!-~]*$/)
    .nullish()
    .catch(null),
});

export const signInBody = z.object({
  // Every account may sign in, also with an address that could not be entered any more.
  email: z
    .string(EMAIL_NEEDED)
    .max(400, EMAIL_NEEDED)
    .transform(plainEmail)
    .pipe(z.string().min(1, EMAIL_NEEDED).max(254, EMAIL_NEEDED)),
  password: typedPassword,
});

export const codeBody = z.object({
  code: codeText(CODE_NEEDED, 4 * CODE_LENGTH)
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, CODE_NEEDED)),
});

export const emailOnlyBody = z.object({ email });
export const signInCodeBody = codeBody.extend({ name: singleLineText(NAME_NEEDED, 80).optional() });
export const notMeBody = z.object({ token: z.string().max(200) });
export const newPasswordBody = z.object({ password: newPassword });

export const nameBody = z.object({ name: singleLineText(NAME_NEEDED, 80) });
export const pictureBody = z.object({ avatar });
/** An account without a password has none to type. */
const ownPassword = typedPassword.optional();
export const passwordBody = z.object({ password: ownPassword, newPassword });
export const emailBody = z.object({ email, password: ownPassword });
export const deleteBody = z.object({ password: ownPassword });
