import { transaction } from '../../../db/transaction.ts';
import { later, MINUTE, validityOf } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { consumePasswordLink, findUserOfLink, insertPasswordLink } from './code-queries.ts';
import { passwordChangedEmail, resetEmail } from './emails.ts';
import { refuseGuessable } from './guessable-passwords.ts';
import { hashPassword } from './hashing.ts';
import { rememberDevice } from './known-devices.ts';
import { LINK_MINUTES } from './limits.ts';
import { findUserByEmail, markVerified } from './queries.ts';
import { LIMITS } from './rate-limits.ts';
import type { RequestInfo } from './request-info.ts';
import { findDeviceOf } from './session-queries.ts';
import { setPassword } from './set-password.ts';
import { LINK_DEAD } from './texts.ts';

/**
 * Mails a link to set a new password if the address has an account. The mail is sent after the response, so
 * that the response time does not show whether the account exists.
 */
export async function requestPasswordReset(
  services: Services,
  email: string,
  request: RequestInfo,
): Promise<void> {
  await services.limits.take(LIMITS.forgotOfAddress, request.address);
  const key = await mailCountOf(services, email, request.device);
  await services.limits.take(LIMITS.forgot, key);
  await services.limits.take(LIMITS.mailToAddress, key);
  services.background.run(() => sendLink(services, email));
}

/** The rate-limit key for mails. A known device has its own, so that strangers cannot use it up. */
async function mailCountOf({ store }: Services, email: string, device: string | undefined) {
  const known = device && (await findDeviceOf(store.db, email, hashToken(device)));
  return known ? `device ${known.token_hash}` : email;
}

async function sendLink(services: Services, email: string): Promise<void> {
  const user = await findUserByEmail(services.store.db, email);
  if (!user) return;
  const token = newToken();
  const mail = resetEmail(services.config, user.email, token);
  await transaction(services, async (tx) => {
    await insertPasswordLink(tx, {
      token_hash: hashToken(token),
      user_id: user.id,
      source: 'mail',
      expires_at: later(services.clock(), LINK_MINUTES * MINUTE),
    });
    const dedupeKey = `reset:${hashToken(token)}`;
    await services.outbox.enqueue(tx, { kind: 'reset link', dedupeKey, ...mail });
  });
}

/**
 * Sets the password by a mailed link, which works once, and ends every session. The address counts as
 * confirmed, because the link was mailed to it. Returns the token of the device; throws 400 for an invalid or
 * expired link.
 */
export async function resetPassword(
  services: Services,
  { token, password }: { token: string; password: string },
  request: RequestInfo,
): Promise<string | null> {
  const { db } = services.store;
  await services.limits.take(LIMITS.resetOfAddress, request.address);
  const span = validityOf(services.clock(), LINK_MINUTES * MINUTE);
  const person = await findUserOfLink(db, hashToken(token), span);
  if (!person) throw new ApiError(400, LINK_DEAD);
  await refuseGuessable(password, person);
  const passwordHash = await hashPassword(password);
  return transaction(services, async (tx) => {
    const link = await consumePasswordLink(tx, hashToken(token), span);
    if (!link) throw new ApiError(400, LINK_DEAD);
    const user = await setPassword(tx, services, link.user_id, passwordHash);
    await markVerified(tx, user.id);
    const how = 'with a link sent to this address, and every device was signed out';
    const mail = passwordChangedEmail(services.config, user.email, how);
    const dedupeKey = `changed:${hashToken(token)}`;
    await services.outbox.enqueue(tx, { kind: 'password changed', dedupeKey, ...mail });
    services.audit?.setActor(user);
    const device = await rememberDevice(tx, services.clock, user.id, request);
    await services.audit?.record(tx);
    return device;
  });
}
