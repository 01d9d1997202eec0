import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { User } from '../../../../db/schema.ts';
import type { Tx } from '../../../../db/transaction.ts';
import { audited } from '../../../platform/audit/audited.ts';
import { HOUR, later, validityOf } from '../../../platform/clock.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { validate } from '../../../platform/http/validate.ts';
import { hashToken } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { findUser } from '../queries.ts';
import { LIMITS } from '../rate-limits.ts';
import { requestInfoOf } from '../request-info.ts';
import { siteOf, verifyPasskey } from './passkeys.ts';
import { findPasskey, insertChallenge, recordPasskeyUse } from './queries.ts';
import { passkeySignInBody } from './schema.ts';
import { PASSKEY_GONE, WRONG_PASSKEY } from './texts.ts';

/** A sign-in page may be open for a while before somebody chooses a passkey in its field. */
const LASTS = HOUR;
/** What is encrypted begins with its purpose, so that nothing else that was encrypted here can be a challenge. */
const PURPOSE = 'passkey challenge until ';

/**
 * Options for a passkey of anybody. Every visit of the sign-in page asks for them, so nothing is stored: the challenge
 * itself says, encrypted, until when it can be used.
 */
export function openOptions({ clock, config, encryption }: Services) {
  const encrypted = encryption.encrypt(PURPOSE + later(clock(), LASTS));
  return {
    challenge: encrypted.toString('base64url'),
    rpId: siteOf(config).expectedRPID,
    userVerification: 'required' as const,
    allowCredentials: [],
  };
}

/** Until when this challenge can be used; null if it is not one of ours or its time is over. */
function usableUntil({ clock, encryption }: Services, challenge: string): string | null {
  const text = encryption.decrypt(Buffer.from(challenge, 'base64url'));
  if (!text?.startsWith(PURPOSE)) return null;
  const until = text.slice(PURPOSE.length);
  const span = validityOf(clock(), LASTS);
  return until > span.now && until <= span.until ? until : null;
}

/**
 * Verifies a passkey that was chosen in the field of the address; with its user verification it counts as both factors.
 * Returns whose it is and a function that uses the answer up. Throws 401.
 */
async function checkOpenPasskey(services: Services, passkey: AuthenticationResponseJSON) {
  const known = await findPasskey(services.store.db, passkey.id);
  const user = known && (await findUser(services.store.db, known.user_id));
  if (!user) throw new ApiError(401, PASSKEY_GONE);
  let challenge = { key: '', until: '' };
  const counter = await verifyPasskey(services, known, passkey, (given) => {
    const until = usableUntil(services, given);
    if (until) challenge = { key: `used ${hashToken(given)}`, until };
    return until !== null;
  });
  if (counter === null) throw new ApiError(401, WRONG_PASSKEY);
  const use = async (tx: Tx): Promise<string> => {
    const { key, until } = challenge;
    const row = { key, user_id: user.id, challenge: '', expires_at: until };
    const now = services.clock().toISOString();
    const isFirst =
      (await insertChallenge(tx, row)) &&
      (await recordPasskeyUse(tx, { id: known.id, before: known.counter, counter, now }));
    if (!isFirst) throw new ApiError(401, WRONG_PASSKEY);
    return known.created_at;
  };
  return { user, use };
}

type Enter = (c: Context<Env>, user: User, use: (tx: Tx) => Promise<string>) => Promise<Response>;

/** Routes of a sign-in by passkey alone. `enter` opens the session in the transaction that uses the answer up. */
export const passkeyFirstRoutes = <E extends Enter>(enter: E) =>
  new Hono<Env>()
    .get('/sign-in/with-passkey', (c) =>
      c.json({ success: true as const, options: openOptions(c.var.services) }),
    )
    .post(
      '/sign-in/with-passkey',
      audited('Signed in with a passkey', { byVisitors: true }),
      validate(passkeySignInBody),
      async (c) => {
        const { services } = c.var;
        await services.limits.take(LIMITS.passkeysOfAddress, requestInfoOf(c).address);
        const { user, use } = await checkOpenPasskey(services, c.req.valid('json').passkey);
        services.audit?.setSubject(user.id);
        return enter(c, user, use) as ReturnType<E>;
      },
    );
