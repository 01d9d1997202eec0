import type { Db } from '../../../../db/database.ts';
import type { User } from '../../../../db/schema.ts';
import type { Tx } from '../../../../db/transaction.ts';
import { hashToken, newToken } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { endSessionsExcept } from '../end-sessions.ts';
import { verifyPassword } from '../hashing.ts';
import { LIMITS } from '../rate-limits.ts';
import { secondFactorChangedEmail } from './emails.ts';
import { checkPasskey } from './passkeys.ts';
import { findTotp, listPasskeys, replaceRecoveryCodes } from './queries.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import type { CredentialInput } from './schema.ts';
import { consumeTotp } from './totp.ts';

/** The second factors of a person; null without any. */
export async function factorsOf(db: Db, userId: string) {
  const totp = (await findTotp(db, userId))?.confirmed_at != null;
  const passkey = (await listPasskeys(db, userId)).length > 0;
  return totp || passkey ? { totp, passkey } : null;
}

/**
 * Checks a password, a code or a passkey; attempts are rate-limited. Run the returned function in the
 * transaction of the action: it consumes the credential, so that each code or passkey answer works once.
 */
export async function verifyCredential(
  services: Services,
  user: User,
  { given, key }: { given: CredentialInput; key: string },
): Promise<(tx: Tx) => Promise<boolean>> {
  await services.limits.take(LIMITS.confirm, user.id);
  const check = await checkOf(services, user, given, key);
  return async (tx) => {
    const isRight = await check(tx);
    const uncount = () => services.limits.refund(LIMITS.confirm, user.id);
    if (isRight) tx.onCommit(() => services.background.run(uncount));
    return isRight;
  };
}

async function checkOf(services: Services, user: User, given: CredentialInput, key: string) {
  if ('password' in given) {
    const isRight = await verifyPassword(user.password_hash, given.password);
    return async () => isRight;
  }
  if ('passkey' in given) return checkPasskey(services, user, { key, passkey: given.passkey });
  const { code } = given;
  return (tx: Tx) =>
    /^\d{6}$/.test(code)
      ? consumeTotp(tx, services, user, { code })
      : spendRecoveryCode(tx, user.id, code);
}

/** Call after a change of credentials: ends every other session and device and mails the person. */
export async function afterSecondFactorChange(
  tx: Tx,
  services: Services,
  user: User,
  { token, what }: { token: string; what: string },
): Promise<void> {
  const session = hashToken(token);
  if (!(await factorsOf(tx, user.id))) await replaceRecoveryCodes(tx, user.id, []);
  await endSessionsExcept(tx, services, user.id, { session });
  const mail = secondFactorChangedEmail(services.config, user.email, what);
  const dedupeKey = `keys changed:${newToken()}`;
  await services.outbox.enqueue(tx, { kind: 'keys changed', dedupeKey, ...mail });
  await services.audit?.record(tx);
}
