import type { User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { passwordChangedEmail } from './emails.ts';
import { refuseGuessable } from './guessable-passwords.ts';
import { hashPassword, verifyPassword } from './hashing.ts';
import { LIMITS } from './rate-limits.ts';
import { setPassword } from './set-password.ts';
import { WRONG_PASSWORD } from './texts.ts';

/** Checks the password again before a sensitive action. Throws 403 with the field's name. */
export async function confirmPassword(services: Services, user: User, password: string) {
  await services.limits.take(LIMITS.confirm, user.id);
  const right = await verifyPassword(user.password_hash, password);
  if (!right) throw new ApiError(403, WRONG_PASSWORD, { field: 'password' });
  await services.limits.refund(LIMITS.confirm, user.id);
}

/** Replaces the password. Ends every other session and device. */
export async function changePassword(
  services: Services,
  user: User,
  change: { password: string; newPassword: string; token: string; device: string | undefined },
): Promise<void> {
  await refuseGuessable(change.newPassword, user, 'newPassword');
  await confirmPassword(services, user, change.password);
  const passwordHash = await hashPassword(change.newPassword);
  const session = hashToken(change.token);
  const device = change.device && hashToken(change.device);
  await transaction(services, async (tx) => {
    await setPassword(tx, services, user.id, passwordHash, { session, device });
    const how = 'in your settings, and every other device was signed out';
    const mail = passwordChangedEmail(services.config, user.email, how);
    const dedupeKey = `changed:${newToken()}`;
    await services.outbox.enqueue(tx, { kind: 'password changed', dedupeKey, ...mail });
    await services.audit?.record(tx);
  });
}
