import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Passkey, User } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import type { Config } from '../../../config.ts';
import { iso, later, MINUTE, validityOf } from '../../../platform/clock.ts';
import { readDevice } from '../../../platform/http/device-name.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';
import {
  consumeChallenge,
  findChallenge,
  insertPasskey,
  listPasskeys,
  recordPasskeyUse,
  upsertChallenge,
} from './queries.ts';
import { PASSKEY_TAKEN, WRONG_PASSKEY } from './texts.ts';

const MAX_PASSKEYS = 10;
const TOO_MANY_PASSKEYS = `Please keep at most ${MAX_PASSKEYS} passkeys.`;
const CHALLENGE_LASTS = 5 * MINUTE;

// Loaded when the first passkey is used: the library has several hundred files.
const webauthn = () => import('@simplewebauthn/server');

/** A passkey is bound to the host name of the site; it does not work under another name. */
export const siteOf = ({ siteOrigin, origins }: Config) => ({
  expectedRPID: new URL(siteOrigin).hostname,
  expectedOrigin: origins,
});

const storeChallenge = (services: Services, key: string, user: User, challenge: string) =>
  transaction(services, (tx) =>
    upsertChallenge(tx, {
      ...{ key, user_id: user.id, challenge },
      expires_at: later(services.clock(), CHALLENGE_LASTS),
    }),
  );

const challengeOf = ({ store, clock }: Services, key: string) =>
  findChallenge(store.db, key, validityOf(clock(), CHALLENGE_LASTS));

const descriptorsOf = async ({ store }: Services, user: User) =>
  (await listPasskeys(store.db, user.id)).map(({ id, transports }) => ({
    id,
    transports: JSON.parse(transports) as string[],
  }));

/** Options for the browser to create a passkey. Only the session with this `key` may answer. */
export async function registrationOptions(services: Services, user: User, key: string) {
  const existing = await descriptorsOf(services, user);
  if (existing.length >= MAX_PASSKEYS) throw new ApiError(409, TOO_MANY_PASSKEYS);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: (await services.readBrand(services.store.db)).studio,
    rpID: siteOf(services.config).expectedRPID,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  await storeChallenge(services, key, user, options.challenge);
  return options;
}

/** The device with which it was made: 'Safari on iOS', and 'Safari on iOS 2' for the next one. */
function freeName(userAgent: string, taken: string[]): string {
  const { name } = readDevice(userAgent);
  for (let count = 1; ; count += 1) {
    const numbered = count === 1 ? name : `${name} ${count}`;
    if (!taken.includes(numbered)) return numbered;
  }
}

/** Verifies a new passkey. Returns a function that stores it once; throws 400 if it is invalid. */
export async function checkRegistration(
  services: Services,
  user: User,
  given: {
    key: string;
    userAgent: string;
    passkey: RegistrationResponseJSON;
    signInOnly?: boolean | undefined;
  },
): Promise<(tx: Tx, now: string) => Promise<void>> {
  const wrong = () => new ApiError(400, WRONG_PASSKEY);
  const open = await challengeOf(services, given.key);
  if (open?.user_id !== user.id) throw wrong();
  const { verifyRegistrationResponse } = await webauthn();
  const result = await verifyRegistrationResponse({
    response: given.passkey,
    expectedChallenge: open.challenge,
    ...siteOf(services.config),
  }).catch(() => null);
  if (!result?.verified) throw wrong();
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return async (tx, now) => {
    if (!(await consumeChallenge(tx, given.key, open.challenge))) throw wrong();
    const taken = (await listPasskeys(tx, user.id)).map(({ name }) => name);
    const inserted = await insertPasskey(tx, {
      ...{ id, user_id: user.id, name: freeName(given.userAgent, taken), counter },
      public_key: Buffer.from(publicKey),
      transports: JSON.stringify(given.passkey.response.transports ?? []),
      created_at: now,
      second_factor: given.signInOnly ? 0 : 1,
    });
    if (!inserted) throw new ApiError(409, PASSKEY_TAKEN);
  };
}

/** Options for the browser to use one of this person's passkeys. */
export async function authenticationOptions(services: Services, user: User, key: string) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: siteOf(services.config).expectedRPID,
    allowCredentials: await descriptorsOf(services, user),
    userVerification: 'required',
  });
  await storeChallenge(services, key, user, options.challenge);
  return options;
}

/** Verifies a passkey's answer, with user verification. Returns its new counter; null if it is wrong. */
export async function verifyPasskey(
  { config }: Services,
  known: Passkey,
  passkey: AuthenticationResponseJSON,
  expectedChallenge: string | ((challenge: string) => boolean),
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  const result = await verifyAuthenticationResponse({
    ...{ response: passkey, expectedChallenge, ...siteOf(config) },
    credential: {
      id: known.id,
      publicKey: new Uint8Array(known.public_key),
      counter: known.counter,
    },
  }).catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

/**
 * Verifies a passkey's answer. Returns a function that consumes it and returns since when it is the
 * person's: null if it is invalid or was already used.
 */
export async function checkPasskey(
  services: Services,
  user: User,
  { key, passkey }: { key: string; passkey: AuthenticationResponseJSON },
): Promise<(tx: Tx) => Promise<string | null>> {
  const refused = async () => null;
  const open = await challengeOf(services, key);
  const known = (await listPasskeys(services.store.db, user.id)).find(
    ({ id }) => id === passkey.id,
  );
  if (!known || open?.user_id !== user.id) return refused;
  const counter = await verifyPasskey(services, known, passkey, open.challenge);
  if (counter === null) return refused;
  return async (tx) => {
    const now = iso(services.clock());
    const isFirst =
      (await consumeChallenge(tx, key, open.challenge)) &&
      (await recordPasskeyUse(tx, { id: known.id, before: known.counter, counter, now }));
    return isFirst ? known.created_at : null;
  };
}
