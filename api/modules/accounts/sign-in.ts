import type { User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError, isOverLimit } from '../../platform/http/errors.ts';
import { isStaff } from '../../platform/roles.ts';
import type { Services } from '../../platform/services.ts';
import { refusedSignInsEmail } from './emails.ts';
import { verifyPassword } from './hashing.ts';
import { attemptsOf, countsOf, emailNewDevice, rememberDevice } from './known-devices.ts';
import { findUserByEmail, passwordSince, recordSignIn } from './queries.ts';
import { type Allowance, LIMITS, takeFirst } from './rate-limits.ts';
import { originOf, type RequestInfo } from './request-info.ts';
import { type SecondStep, startSecondStep } from './second-factor/sign-in-step.ts';
import { openSession } from './sessions.ts';
import { WRONG_SIGN_IN } from './texts.ts';

export interface SignInResult {
  user: User;
  token: string;
  /** A new device token; null if the device is already known. */
  device: string | null;
}

/**
 * Checks the password, then opens a session or starts the second step. For an unknown address it throws the
 * same 401 after the same time.
 */
export async function signIn(
  services: Services,
  { email, password }: { email: string; password: string },
  request: RequestInfo,
): Promise<SignInResult | { user: User; step: SecondStep }> {
  const { db } = services.store;
  const found = await findUserByEmail(db, email);
  if (found) services.audit?.setSubject(found.id);
  const refundAttempt = await countAttempt(services, email, request).catch((error: unknown) => {
    if (found && isStaff(found) && isOverLimit(error)) {
      services.background.run(() => emailRefusedSignIns(services, found, request));
    }
    throw error;
  });
  // Only a wrong password counts as an attempt, not a full queue or a database error.
  const right = await verifyPassword(found?.password_hash ?? null, password).catch(
    async (error: unknown) => {
      await refundAttempt();
      throw error;
    },
  );
  if (!found || !right) throw new ApiError(401, WRONG_SIGN_IN);
  await refundAttempt();
  return transaction(services, async (tx) => {
    const step = await startSecondStep(tx, services, found, 'password');
    if (step) {
      await services.audit?.record(tx, { step: [null, 'second'] });
      return { user: found, step };
    }
    return openSessionFor(tx, services, found, request);
  });
}

/**
 * Opens a session for a person who has proved their identity, by the password or a key that they have since then, and
 * mails them about a new device. A mailed code proves it for signing in only: `since` is null. Throws if the password was changed in between.
 */
export async function openSessionFor(
  tx: Tx,
  services: Services,
  who: User,
  request: RequestInfo,
  { since, isFirst }: { since?: string | null; isFirst?: boolean } = {},
): Promise<SignInResult> {
  const { clock, audit } = services;
  const user = await recordSignIn(tx, who, iso(clock()));
  if (!user) throw new ApiError(401, WRONG_SIGN_IN);
  const { userAgent } = request;
  const proofAt = since === undefined ? passwordSince(user) : since;
  const token = await openSession(tx, clock, { userId: user.id, userAgent, proofAt });
  const device = await rememberDevice(tx, clock, user.id, request);
  if (device && !isFirst) await emailNewDevice(tx, services, user, device, request);
  audit?.setActor(user);
  await audit?.record(tx, device ? { device: [null, 'new'] } : {});
  return { user, token, device };
}

/** Mails the owner or an assistant about refused sign-ins, at most once a day. */
async function emailRefusedSignIns(
  services: Services,
  user: User,
  request: RequestInfo,
): Promise<void> {
  const mail = refusedSignInsEmail(services.config, user.email, originOf(request));
  const dedupeKey = `refused sign-ins:${user.id}:${iso(services.clock()).slice(0, 10)}`;
  await transaction(services, (tx) =>
    services.outbox.enqueue(tx, { kind: 'refused sign-ins', dedupeKey, ...mail }),
  );
}

/**
 * Counts the attempt before the comparison, so that concurrent attempts are all counted. Known devices and every other
 * network have counts of their own: strangers cannot lock out the user.
 */
async function countAttempt(
  services: Services,
  email: string,
  request: RequestInfo,
): Promise<() => Promise<void>> {
  const { limits } = services;
  const counts = await countsOf(services, email, request);
  const ofAddress: Allowance = counts.known ? [] : [[LIMITS.signInOfAddress, request.address]];
  for (const [limit, key] of ofAddress) await limits.take(limit, key);
  const attempts = attemptsOf(counts, {
    ofKnown: LIMITS.signInOfKnown,
    ofNetwork: LIMITS.signInOfNetwork,
    ofAccount: [
      [LIMITS.signInOfPair, `${request.address} ${email}`],
      [LIMITS.signInOfAccount, email],
    ],
  });
  const taken = [...ofAddress, ...(await takeFirst(limits, attempts))];
  return async () => {
    for (const [limit, key] of taken) await limits.refund(limit, key);
  };
}
