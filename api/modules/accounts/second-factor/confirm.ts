import type { Context } from 'hono';
import type { User } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { CLOCK_SKEW, DAY, iso, later, MINUTE } from '../../../platform/clock.ts';
import { longMoment } from '../../../platform/dates.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { hashToken } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { confirmationCodeEmail } from '../emails.ts';
import { guard, requireUser } from '../guards.ts';
import { hasNoPassword } from '../passwords.ts';
import { type Allowance, LIMITS } from '../rate-limits.ts';
import { originOf, requestInfoOf } from '../request-info.ts';
import { SUSPECT_DAYS } from '../rules.ts';
import { renewSession, setSessionCookie } from '../sessions.ts';
import { CODE_SENT, WRONG_CODE, WRONG_PASSWORD } from '../texts.ts';
import { drawCode, sendCode } from '../verification-codes.ts';
import { factorsOf, verifyCredential } from './factors.ts';
import { findConfirmation, listPasskeys, renameChallenge, storeConfirmation } from './queries.ts';
import type { CredentialInput } from './schema.ts';
import {
  CONFIRM_FIRST,
  CONFIRM_HEADER,
  FACTOR_NEEDED,
  OLDER_PROOF,
  SET_UP_FIRST,
  WRONG_FACTOR,
  WRONG_PASSKEY,
} from './texts.ts';

/** The minutes during which a confirmation is valid. */
const CONFIRMED_MINUTES = 10;

const ERRORS = {
  ...{ password: WRONG_PASSWORD, code: WRONG_FACTOR, passkey: WRONG_PASSKEY },
  mailedCode: WRONG_CODE,
};

/** The key under which a challenge of this session is stored. */
export const sessionKey = (c: Context<Env>, purpose: 'register' | 'confirm'): string =>
  keyOf(hashToken(c.var.token ?? ''), purpose);

const keyOf = (session: string, purpose: string): string => `${session} ${purpose}`;

async function requireConfirmation(c: Context<Env>): Promise<void> {
  requireUser(c);
  const { store, clock } = c.var.services;
  const found = await findConfirmation(store.db, hashToken(c.var.token ?? ''));
  const at = found?.confirmed_at ?? '';
  const now = clock();
  // A time in the future comes from before a clock rollback: it is not accepted.
  if (at > later(now, -CONFIRMED_MINUTES * MINUTE) && at <= later(now, CLOCK_SKEW)) return;
  c.header(CONFIRM_HEADER, 'needed');
  throw new ApiError(403, CONFIRM_FIRST);
}

/**
 * A key goes, or comes back, only by a proof that is not younger than it. After the days in which a mail can say "This was not
 * me" every proof is old enough, so that a person gets rid of a key that was stolen. Throws 403.
 */
export async function requireOlderProof(c: Context<Env>, tx: Tx, addedAt: string): Promise<void> {
  const found = await findConfirmation(tx, hashToken(c.var.token ?? ''));
  const known = later(c.var.services.clock(), -SUSPECT_DAYS * DAY);
  const since = found?.proof_at;
  if (since && (since <= addedAt || since <= known)) return;
  c.header(CONFIRM_HEADER, 'needed');
  throw new ApiError(403, OLDER_PROOF);
}

/**
 * A guard that names what it asks for on the handler, so that the table of all calls in tests/api/access-table.ts can
 * check which routes carry it: `always`, or only of people `with a factor`.
 */
const confirmation = (asks: 'always' | 'with a factor', check: (c: Context<Env>) => unknown) =>
  Object.assign(guard(check), { confirmation: asks });

/** The session must have been confirmed in the last ten minutes. */
export const confirmedOnly = confirmation('always', requireConfirmation);

/** For sensitive actions in the dashboard: a recent confirmation and, in production, a second factor. */
export const confirmedOwnersOnly = confirmation('always', requireOwnersConfirmation);

/**
 * For calls whose body holds the password: of a person with a second factor that is asked for, too, and of somebody
 * without a password nothing else can be.
 */
export const confirmedWithFactorOnly = confirmation('with a factor', async (c) => {
  const user = requireUser(c);
  if (hasNoPassword(user) || (await factorsOf(c.var.services.store.db, user.id)))
    await requireConfirmation(c);
});

/** Whether this person could make a sensitive call now: asked before a download, which is no call of a script. */
export const confirmedPersonsOnly = confirmation('always', (c) =>
  requireUser(c).role === 'owner' ? requireOwnersConfirmation(c) : requireConfirmation(c),
);

async function requireOwnersConfirmation(c: Context<Env>): Promise<void> {
  const { config, store } = c.var.services;
  const { id } = requireUser(c);
  if (config.production && !(await factorsOf(store.db, id))) throw new ApiError(403, SET_UP_FIRST);
  await requireConfirmation(c);
}

/** How a person can confirm a sensitive action. */
export async function waysOf({ store }: Services, user: User) {
  const factors = await factorsOf(store.db, user.id);
  const passkey = (await listPasskeys(store.db, user.id)).length > 0;
  const [password, mailedCode] = factors
    ? [false, false]
    : [!hasNoPassword(user), hasNoPassword(user)];
  return { totp: factors?.totp ?? false, passkey, password, mailedCode };
}

/** Mails a code that confirms this session, to a person who has neither a password nor a second factor. */
export async function mailConfirmationCode(c: Context<Env>): Promise<string> {
  const { services } = c.var;
  const user = requireUser(c);
  if (!(await waysOf(services, user)).mailedCode) throw new ApiError(403, FACTOR_NEEDED);
  await services.limits.take(LIMITS.confirmationCodes, user.id);
  const now = services.clock();
  const of = { key: sessionKey(c, 'confirm'), email: user.email, user_id: user.id };
  const { code, row } = await drawCode(now, of);
  const at = longMoment(iso(now), services.config.timeZone);
  const asked = { ...originOf(requestInfoOf(c)), at, code };
  const mail = confirmationCodeEmail(services.config, user.email, asked);
  await transaction(services, (tx) => sendCode(tx, services, row, mail));
  return CODE_SENT;
}

/**
 * Confirms the session with a code or a passkey, or with the password or a mailed code of a person who has no second factor. The
 * session gets a new token. Throws 403 with the field's name.
 */
export async function confirmSession(c: Context<Env>, given: CredentialInput): Promise<void> {
  const { services } = c.var;
  const user = requireUser(c);
  const session = hashToken(c.var.token ?? '');
  const attempts: Allowance[] = [[[LIMITS.confirm, session]]];
  const key = sessionKey(c, 'confirm');
  const check = await verifyCredential(services, user, { given, key, attempts });
  const token = await transaction(services, async (tx) => {
    const [field = ''] = Object.keys(given);
    const text = ERRORS[field as keyof typeof ERRORS];
    if (('password' in given || 'mailedCode' in given) && (await factorsOf(tx, user.id)))
      throw new ApiError(403, FACTOR_NEEDED, { field });
    const proof_at = await check(tx);
    if (!proof_at) throw new ApiError(403, text, { field });
    const renewed = await renewSession(tx, session);
    const now = hashToken(renewed);
    // A passkey that is being added when the last confirmation ends can still be added.
    await renameChallenge(tx, keyOf(session, 'register'), keyOf(now, 'register'));
    await storeConfirmation(tx, now, { confirmed_at: iso(services.clock()), proof_at });
    await services.audit?.record(tx);
    return renewed;
  });
  setSessionCookie(c, token);
}
