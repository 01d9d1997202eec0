import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { User } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { audited } from '../../../platform/audit/audited.ts';
import { iso, later, MINUTE, SECOND, validityOf } from '../../../platform/clock.ts';
import { stepCookieName } from '../../../platform/http/cookie-names.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError, isOverLimit } from '../../../platform/http/errors.ts';
import { validate } from '../../../platform/http/validate.ts';
import { hashToken, newToken } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { attemptsOf, countsOf } from '../known-devices.ts';
import { findUser } from '../queries.ts';
import { type Allowance, LIMITS } from '../rate-limits.ts';
import { originOf, requestInfoOf } from '../request-info.ts';
import { refusedSecondStepsEmail } from './emails.ts';
import { factorsOf, verifyCredential } from './factors.ts';
import { removeLostFactors, requestRemoval } from './lost-factors.ts';
import { authenticationOptions } from './passkeys.ts';
import { consumeChallenge, findChallenge, upsertChallenge } from './queries.ts';
import { secondStepBody } from './schema.ts';
import { LOST_NEEDS_PASSWORD, STEP_ENDED, WRONG_FACTOR, WRONG_PASSKEY } from './texts.ts';

const STEP_LASTS = 10 * MINUTE;

export interface SecondStep {
  token: string;
  totp: boolean;
  passkey: boolean;
}

/** Starts the second step after a right password or code. Returns null if the person has no second factor. */
export async function startSecondStep(
  tx: Tx,
  services: Services,
  user: User,
  first: 'password' | 'code',
): Promise<SecondStep | null> {
  const factors = await factorsOf(tx, user.id);
  if (!factors) return null;
  const token = newToken();
  await upsertChallenge(tx, {
    ...{ key: hashToken(token), user_id: user.id, challenge: first },
    expires_at: later(services.clock(), STEP_LASTS),
  });
  return { token, ...factors };
}

/** Sets the cookie of the second step. It gives no access without the second factor. */
export function setStepCookie(c: Context<Env>, token: string | null): void {
  const { https } = c.var.services.config;
  setCookie(c, stepCookieName(https), token ?? '', {
    ...{ httpOnly: true, sameSite: 'Strict', secure: https, path: '/' },
    maxAge: token ? STEP_LASTS / SECOND : 0,
  });
}

async function findStep(c: Context<Env>): Promise<{ key: string; user: User; first: string }> {
  const { store, clock, config, audit } = c.var.services;
  const key = hashToken(getCookie(c, stepCookieName(config.https)) ?? '');
  const step = await findChallenge(store.db, key, validityOf(clock(), STEP_LASTS));
  const user = step && (await findUser(store.db, step.user_id));
  if (!user) throw new ApiError(401, STEP_ENDED);
  audit?.setSubject(user.id);
  return { key, user, first: step.challenge };
}

const errorOf = (given: object): ApiError =>
  'passkey' in given
    ? new ApiError(401, WRONG_PASSKEY)
    : new ApiError(401, WRONG_FACTOR, { field: 'code' });

/** Strangers who know the password cannot lock out its user. */
async function secondStepsOf(c: Context<Env>, user: User): Promise<Allowance[]> {
  const counts = await countsOf(c.var.services, user.email, requestInfoOf(c));
  return attemptsOf(counts, {
    ofKnown: LIMITS.secondStepOfKnown,
    ofNetwork: LIMITS.secondStepOfNetwork,
    ofAccount: [[LIMITS.secondStep, user.id]],
  });
}

/** Mails the person that somebody passed the first step, at most once a day. */
async function emailRefusedSteps(c: Context<Env>, user: User, first: string): Promise<void> {
  const { services } = c.var;
  const origin = originOf(requestInfoOf(c));
  const mail = refusedSecondStepsEmail(services.config, user.email, { ...origin, first });
  const dedupeKey = `refused second steps:${user.id}:${iso(services.clock()).slice(0, 10)}`;
  await transaction(services, (tx) =>
    services.outbox.enqueue(tx, { kind: 'refused sign-ins', dedupeKey, ...mail }),
  );
}

type Enter = (
  c: Context<Env>,
  user: User,
  confirm: (tx: Tx) => Promise<string>,
) => Promise<Response>;

/** Routes of the second step. `enter` opens the session in the transaction that consumes the credential. */
export const secondStepRoutes = <E extends Enter>(enter: E) =>
  new Hono<Env>()
    .post(
      '/sign-in/passkey',
      audited('Began to sign in with a passkey', { byVisitors: true }),
      async (c) => {
        const { key, user } = await findStep(c);
        const options = await authenticationOptions(c.var.services, user, `${key} sign-in`);
        return c.json({ success: true as const, options });
      },
    )
    .post(
      '/sign-in/lost-factors',
      audited('Asked to sign in without keys', { byVisitors: true }),
      async (c) => {
        const { user, first } = await findStep(c);
        if (first === 'code') throw new ApiError(403, LOST_NEEDS_PASSWORD);
        const message = await requestRemoval(c.var.services, user);
        return c.json({ success: true as const, message });
      },
    )
    .post(
      '/sign-in/confirm',
      audited('Signed in with a second factor', { byVisitors: true }),
      validate(secondStepBody),
      async (c) => {
        const { key, user, first } = await findStep(c);
        const { services } = c.var;
        const given = c.req.valid('json');
        const attempts = await secondStepsOf(c, user);
        const check = await verifyCredential(services, user, {
          ...{ given, attempts, key: `${key} sign-in` },
        }).catch((error: unknown) => {
          if (isOverLimit(error)) services.background.run(() => emailRefusedSteps(c, user, first));
          throw error;
        });
        return enter(c, user, async (tx) => {
          const since =
            (await check(tx)) ||
            ('code' in given && (await removeLostFactors(tx, services, user, given.code)));
          if (!since) throw errorOf(given);
          if (!(await consumeChallenge(tx, key, first))) throw new ApiError(401, STEP_ENDED);
          return since;
        }) as ReturnType<E>;
      },
    );
