import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { PASSKEY_GONE } from '../../../api/modules/accounts/second-factor/texts.ts';
import { ApiError, api, readJson } from '../../lib/api.ts';
import { createPasskeyQuietly, forgetPasskey, offerPasskeys } from './passkey.ts';
import type { SignInAnswer } from './sign-in-second-factor.ts';

const route = api.user['sign-in']['with-passkey'];
const passkeys = api.user['second-factor'].passkeys;

/** How long the browser may take to make a passkey by itself; nobody waits longer for the next page. */
const QUIETLY_MS = 2_000;

export const offerPasskeyInField = (use: (passkey: object) => void): Promise<void> =>
  offerPasskeys(async () => (await readJson(route.$get())).options, use);

/** Signs in with a passkey alone. One that no account has any more is forgotten by the browser, too. */
export async function signInWithPasskey(passkey: object): Promise<SignInAnswer> {
  const json = { passkey } as Parameters<typeof route.$post>[0]['json'];
  try {
    return (await readJson(route.$post({ json }))) as SignInAnswer;
  } catch (error) {
    if (error instanceof ApiError && error.message === PASSKEY_GONE)
      void forgetPasskey((passkey as { id: string }).id);
    throw error;
  }
}

/** After a password: the browser may make a passkey for the next time, without a question. */
export async function makePasskeyQuietly({ role, isVerified }: UserDto): Promise<void> {
  if (role !== 'buyer' || !isVerified) return;
  const make = async () => {
    const passkey = await createPasskeyQuietly(
      async () => (await readJson(passkeys.options.$post())).options,
    );
    const json = { passkey, signInOnly: true } as unknown as Parameters<
      typeof passkeys.$post
    >[0]['json'];
    if (passkey) await readJson(passkeys.$post({ json }));
  };
  const patience = new Promise((resolve) => setTimeout(resolve, QUIETLY_MS));
  await Promise.race([make().catch(() => {}), patience]);
}
