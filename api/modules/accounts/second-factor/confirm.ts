import type { Context } from 'hono';
import { transaction } from '../../../../db/transaction.ts';
import { CLOCK_SKEW, iso, later, MINUTE } from '../../../platform/clock.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { hashToken } from '../../../platform/ids.ts';
import { guard, requireUser } from '../guards.ts';
import { WRONG_PASSWORD } from '../texts.ts';
import { factorsOf, verifyCredential } from './factors.ts';
import { CONFIRMED_MINUTES } from './limits.ts';
import { findConfirmedAt, setConfirmedAt } from './queries.ts';
import type { CredentialInput } from './schema.ts';
import {
  CONFIRM_FIRST,
  CONFIRM_HEADER,
  SET_UP_FIRST,
  WRONG_FACTOR,
  WRONG_PASSKEY,
} from './texts.ts';

const ERRORS = { password: WRONG_PASSWORD, code: WRONG_FACTOR, passkey: WRONG_PASSKEY };

/** The key under which a challenge of this session is stored. */
export const sessionKey = (c: Context<Env>, purpose: string): string =>
  `${hashToken(c.var.token ?? '')} ${purpose}`;

async function requireConfirmation(c: Context<Env>): Promise<void> {
  requireUser(c);
  const { store, clock } = c.var.services;
  const found = await findConfirmedAt(store.db, hashToken(c.var.token ?? ''));
  const at = found?.confirmed_at ?? '';
  const now = clock();
  // A time in the future comes from before a clock rollback: it is not accepted.
  if (at > later(now, -CONFIRMED_MINUTES * MINUTE) && at <= later(now, CLOCK_SKEW)) return;
  c.header(CONFIRM_HEADER, 'needed');
  throw new ApiError(403, CONFIRM_FIRST);
}

/**
 * Guard for credentials and account settings: the session must have been confirmed in the last ten minutes.
 */
export const confirmedOnly = guard(requireConfirmation);

/**
 * Guard for sensitive actions in the dashboard: a recent confirmation and, in production, a second factor.
 */
export const confirmedOwnersOnly = guard(async (c) => {
  const { config, store } = c.var.services;
  const { id } = requireUser(c);
  if (config.production && !(await factorsOf(store.db, id))) throw new ApiError(403, SET_UP_FIRST);
  await requireConfirmation(c);
});

/** Confirms the session with a password, a code or a passkey. Throws 403 with the field's name. */
export async function confirmSession(c: Context<Env>, given: CredentialInput): Promise<void> {
  const { services } = c.var;
  const user = requireUser(c);
  const check = await verifyCredential(services, user, { given, key: sessionKey(c, 'confirm') });
  await transaction(services, async (tx) => {
    const [field = ''] = Object.keys(given);
    const text = ERRORS[field as keyof typeof ERRORS];
    if (!(await check(tx))) throw new ApiError(403, text, { field });
    await setConfirmedAt(tx, hashToken(c.var.token ?? ''), iso(services.clock()));
    await services.audit?.record(tx);
  });
}
