import type { User } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { later, MINUTE, spanOf } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { hashPassword, verifyPassword } from '../lib/hashing.ts';
import { hashToken, newToken } from '../lib/ids.ts';
import { type Visit, welcomeDevice } from './devices.ts';
import { passwordChangedLetter, resetLetter } from './letters.ts';
import { LIMITS } from './limits.ts';
import {
  consumePasswordLink,
  findDeviceOf,
  findUserByEmail,
  isLinkOpen,
  markVerified,
  putPasswordLink,
  setPassword,
} from './queries.ts';
import { LINK_DEAD, LINK_MINUTES, WRONG_PASSWORD } from './rules.ts';

/** Mails a link when the address has an account. Known or not, the answer is out before (attacks 16). */
export async function askForLink(deps: Deps, email: string, visit: Visit): Promise<void> {
  await deps.limits.take(LIMITS.forgotOfAddress, visit.address);
  const key = await mailCountOf(deps, email, visit.device);
  await deps.limits.take(LIMITS.forgot, key);
  await deps.limits.take(LIMITS.mailToAddress, key);
  deps.background.run(() => sendLink(deps, email));
}

/** Whose count a mail goes on: a known device has its own, which strangers cannot use up. */
async function mailCountOf({ store }: Deps, email: string, device: string | undefined) {
  const known = device && (await findDeviceOf(store.db, email, hashToken(device)));
  return known ? `device ${known.token_hash}` : email;
}

async function sendLink(deps: Deps, email: string): Promise<void> {
  const user = await findUserByEmail(deps.store.db, email);
  if (!user) return;
  const token = newToken();
  const mail = await resetLetter(deps.config, user.email, token);
  await transaction(deps, async (tx) => {
    await putPasswordLink(tx, {
      token_hash: hashToken(token),
      user_id: user.id,
      source: 'mail',
      expires_at: later(deps.clock(), LINK_MINUTES * MINUTE),
    });
    const dedupeKey = `reset:${hashToken(token)}`;
    await deps.outbox.enqueue(tx, { kind: 'reset link', dedupeKey, ...mail });
  });
}

/**
 * Sets the password behind a link, once, and ends every session. The link came by mail, so the
 * address is confirmed by it. Returns the token of the device that did it; throws 400 for a dead link.
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
  visit: Visit,
): Promise<string | null> {
  const { db } = deps.store;
  await deps.limits.take(LIMITS.resetOfAddress, visit.address);
  const span = spanOf(deps.clock(), LINK_MINUTES * MINUTE);
  if (!(await isLinkOpen(db, hashToken(token), span))) throw new UserError(400, LINK_DEAD);
  const passwordHash = await hashPassword(password);
  return transaction(deps, async (tx) => {
    const link = await consumePasswordLink(tx, hashToken(token), span);
    if (!link) throw new UserError(400, LINK_DEAD);
    const user = await setPassword(tx, link.user_id, passwordHash);
    await markVerified(tx, user.id);
    const how = 'with a link sent to this address, and every device was signed out';
    const mail = await passwordChangedLetter(deps.config, user.email, how);
    const dedupeKey = `changed:${hashToken(token)}`;
    await deps.outbox.enqueue(tx, { kind: 'password changed', dedupeKey, ...mail });
    tx.onCommit(() => deps.live.endSessions({ userId: user.id }));
    return welcomeDevice(tx, deps.clock, user.id, visit);
  });
}

/** The password once more, before something that matters. Throws 403 beside its field. */
export async function confirmPassword(deps: Deps, user: User, password: string): Promise<void> {
  await deps.limits.take(LIMITS.confirm, user.id);
  const right = await verifyPassword(user.password_hash, password);
  if (!right) throw new UserError(403, WRONG_PASSWORD, { field: 'password' });
  await deps.limits.giveBack(LIMITS.confirm, user.id);
}

/** A new password for the old one; every other session and device ends. */
export async function changePassword(
  deps: Deps,
  user: User,
  change: { password: string; newPassword: string; token: string; device: string | undefined },
): Promise<void> {
  await confirmPassword(deps, user, change.password);
  const passwordHash = await hashPassword(change.newPassword);
  const session = hashToken(change.token);
  const device = change.device && hashToken(change.device);
  await transaction(deps, async (tx) => {
    await setPassword(tx, user.id, passwordHash, { session, device });
    const how = 'in your settings, and every other device was signed out';
    const mail = await passwordChangedLetter(deps.config, user.email, how);
    const dedupeKey = `changed:${newToken()}`;
    await deps.outbox.enqueue(tx, { kind: 'password changed', dedupeKey, ...mail });
    tx.onCommit(() => deps.live.endSessions({ userId: user.id, butSession: session }));
  });
}
