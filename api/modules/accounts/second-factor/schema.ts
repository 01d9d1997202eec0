import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { codeText, singleLineText } from '../../../platform/http/text-schema.ts';
import { MAX_PASSKEY_NAME_LENGTH } from '../rules.ts';
import { codeBody } from '../schema.ts';
import { PASSWORD_NEEDED } from '../texts.ts';
import { CODE_NEEDED, PASSKEY_NAME_NEEDED, WRONG_PASSKEY } from './texts.ts';

/** Six digits from an authenticator app, or a recovery code. Spaces and dashes are ignored. */
const code = codeText(CODE_NEEDED, 40)
  .transform((text) => text.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/, CODE_NEEDED));

/** The WebAuthn library validates the details itself. */
const credential = <T>() =>
  z
    .looseObject({ id: z.string().max(2_000), response: z.looseObject({}) }, WRONG_PASSKEY)
    .transform((value) => value as unknown as T);

export const totpBody = z.object({ code });
export const secondStepBody = z.union(
  [z.object({ code }), z.object({ passkey: credential<AuthenticationResponseJSON>() })],
  CODE_NEEDED,
);
export const confirmBody = z.union(
  [
    z.object({ code }),
    z.object({ mailedCode: codeBody.shape.code }),
    z.object({ passkey: credential<AuthenticationResponseJSON>() }),
    z.object({ password: z.string().min(1, PASSWORD_NEEDED).max(1_000, PASSWORD_NEEDED) }),
  ],
  PASSWORD_NEEDED,
);
export const passkeyBody = z.object({
  passkey: credential<RegistrationResponseJSON>(),
  /** It signs in by itself, and is not asked for after a password or code. */
  signInOnly: z.boolean().optional(),
});
export const passkeySignInBody = z.object({ passkey: credential<AuthenticationResponseJSON>() });
export const passkeyNameBody = z.object({
  name: singleLineText(PASSKEY_NAME_NEEDED, MAX_PASSKEY_NAME_LENGTH),
});
export type CredentialInput = z.output<typeof confirmBody>;
