import type { Db } from '../../../../db/database.ts';
import type { User } from '../../../../db/schema.ts';
import type { Tx } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { hashToken, newToken } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { consumeMailedCode } from '../code-queries.ts';
import { withNotMe } from '../emails.ts';
import { verifyPassword } from '../hashing.ts';
import { makeNotMeLink } from '../not-me.ts';
import { passwordSince } from '../queries.ts';
import { type Allowance, takeFirst } from '../rate-limits.ts';
import { OF_MAILBOX } from '../rules.ts';
import { endSessionsExcept } from '../sessions.ts';
import { checkCode } from '../verification-codes.ts';
import { recoveryCodeUsedEmail, secondFactorChangedEmail } from './emails.ts';
import { checkPasskey } from './passkeys.ts';
import { findTotp, listPasskeys, replaceRecoveryCodes } from './queries.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import type { CredentialInput } from './schema.ts';
import { hasSuspendedFactor } from './suspended-keys.ts';
import { consumeTotp } from './totp.ts';

/** The second factors of a person, who is asked for one of them; null without any. Suspended ones keep the account closed. */
export async function factorsOf(db: Db, userId: string) {
  const totp = (await findTotp(db, userId))?.confirmed_at != null;
  const passkeys = await listPasskeys(db, userId);
  const isRequired =
    totp ||
    passkeys.some(({ second_factor }) => second_factor === 1) ||
    (await hasSuspendedFactor(db, userId));
  return isRequired ? { totp, passkey: passkeys.length > 0 } : null;
}

/**
 * Checks a password, a code or a passkey; attempts are rate-limited. Run the returned function in the
 * transaction of the action: it consumes the credential, so that each code or passkey answer works once. Returns since
 * when the credential is the person's; null for a wrong one.
 */
export async function verifyCredential(
  services: Services,
  user: User,
  { given, key, attempts }: { given: CredentialInput; key: string; attempts: Allowance[] },
): Promise<(tx: Tx) => Promise<string | null>> {
  const taken = await takeFirst(services.limits, attempts);
  const check = await checkOf(services, user, given, key);
  return async (tx) => {
    const since = await check(tx);
    const uncount = async () => {
      for (const [limit, by] of taken) await services.limits.refund(limit, by);
    };
    if (since !== null) tx.onCommit(() => services.background.run(uncount));
    return since;
  };
}

/** Of the request to remove all factors (`lost-factors.ts`). */
export const removalKey = (userId: string): string => `${OF_MAILBOX}lost factors ${userId}`;

async function checkOf(services: Services, user: User, given: CredentialInput, key: string) {
  if ('password' in given) {
    const isRight = await verifyPassword(user.password_hash, given.password);
    return async () => (isRight ? passwordSince(user) : null);
  }
  if ('mailedCode' in given) {
    const right = await checkCode(services, key, given.mailedCode);
    return async (tx: Tx) =>
      right?.email === user.email && (await consumeMailedCode(tx, key, right.code_hash))
        ? iso(services.clock())
        : null;
  }
  if ('passkey' in given) return checkPasskey(services, user, { key, passkey: given.passkey });
  const { code } = given;
  return async (tx: Tx) => {
    if (/^\d{6}$/.test(code)) {
      const isRight = await consumeTotp(tx, services, user, { code });
      return isRight ? ((await findTotp(tx, user.id))?.confirmed_at ?? null) : null;
    }
    const spent = await spendRecoveryCode(tx, user.id, code);
    if (!spent) return null;
    const { left, since } = spent;
    const link = await makeNotMeLink(tx, services, user);
    const mail = withNotMe(link, recoveryCodeUsedEmail(user.email, left));
    const dedupeKey = `recovery code:${newToken()}`;
    await services.outbox.enqueue(tx, { kind: 'recovery code', dedupeKey, ...mail });
    services.audit?.addChanges({ recoveryCodesLeft: [left + 1, left] });
    return since;
  };
}

/** The tables with the second factors of a person. */
const FACTOR_TABLES = ['totp_secrets', 'recovery_codes', 'passkeys', 'suspended_keys'] as const;

export async function deleteFactors(tx: Tx, userId: string): Promise<void> {
  for (const table of FACTOR_TABLES)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Call after a change of credentials: ends every other session and device and mails the person. */
export async function afterSecondFactorChange(
  tx: Tx,
  services: Services,
  user: User,
  { token, what }: { token: string; what: string },
): Promise<void> {
  const session = hashToken(token);
  if (!(await factorsOf(tx, user.id))) await replaceRecoveryCodes(tx, user.id, [], '');
  await endSessionsExcept(tx, services, user.id, { session });
  await emailFactorsChanged(tx, services, user, { what: `${what} ${OTHERS_ENDED}`, session });
  await services.audit?.record(tx);
}

export const OTHERS_ENDED = 'Every other device was signed out.';

export async function emailFactorsChanged(
  tx: Tx,
  services: Services,
  user: User,
  { what, session }: { what: string; session?: string },
) {
  const link = await makeNotMeLink(tx, services, user, { session });
  const mail = withNotMe(link, secondFactorChangedEmail(user.email, what));
  const dedupeKey = `keys changed:${newToken()}`;
  await services.outbox.enqueue(tx, { kind: 'keys changed', dedupeKey, ...mail });
}
