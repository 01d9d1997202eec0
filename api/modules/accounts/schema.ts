import { z } from 'zod';
import { MAX_AVATAR_LENGTH } from '../../platform/files/limits.ts';
import { AVATAR_REFUSED } from '../../platform/files/texts.ts';
import { atMost, singleLineText } from '../../platform/http/text-schema.ts';
import { CODE_LENGTH } from './limits.ts';
import { newPassword, typedPassword } from './password-schema.ts';
import { CODE_NEEDED, EMAIL_NEEDED, NAME_NEEDED } from './texts.ts';

/** Validates an e-mail address; `needed` is the error message for an empty field. */
export const emailAddress = (needed: string) =>
  z
    .string(needed)
    .trim()
    .toLowerCase()
    .min(1, { error: needed, abort: true })
    .max(...atMost(254, EMAIL_NEEDED))
    .regex(/^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@.]{2,}$/, EMAIL_NEEDED);

const email = emailAddress(EMAIL_NEEDED);

const avatar = z.string(AVATAR_REFUSED).max(MAX_AVATAR_LENGTH, AVATAR_REFUSED);

export const signUpBody = z.object({
  name: singleLineText(NAME_NEEDED, 80),
  email,
  password: newPassword,
  avatar: avatar.nullish(),
});

export const signInBody = z.object({
  email: z.string(EMAIL_NEEDED).trim().toLowerCase().min(1, EMAIL_NEEDED).max(254, EMAIL_NEEDED),
  password: typedPassword,
});

export const codeBody = z.object({
  code: z
    .string(CODE_NEEDED)
    .trim()
    .max(...atMost(CODE_LENGTH, CODE_NEEDED))
    .regex(/^\d{6}$/, CODE_NEEDED),
});

export const emailOnlyBody = z.object({ email });
export const newPasswordBody = z.object({ password: newPassword });

export const nameBody = z.object({ name: singleLineText(NAME_NEEDED, 80) });
export const pictureBody = z.object({ avatar });
export const passwordBody = z.object({ password: typedPassword, newPassword });
export const emailBody = z.object({ email, password: typedPassword });
export const deleteBody = z.object({ password: typedPassword });
