import type { User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Limit } from '../../platform/limits/rate-limits.ts';
import type { Services } from '../../platform/services.ts';
import { verifyPassword } from './hashing.ts';
import { type RequestInfo, rememberDevice } from './known-devices.ts';
import { findDevice, findUserByEmail, recordSignIn } from './queries.ts';
import { LIMITS } from './rate-limits.ts';
import { WRONG_SIGN_IN } from './rules.ts';
import { openSession } from './sessions.ts';

/** What one sign-in opened. */
interface Entry {
  user: User;
  token: string;
  /** A new device token; null where the device is known already. */
  device: string | null;
}

/** Compares and opens a session. Throws the same 401, as late, for unknown addresses. */
export async function signIn(
  services: Services,
  { email, password }: { email: string; password: string },
  request: RequestInfo,
): Promise<Entry> {
  const { db } = services.store;
  const found = await findUserByEmail(db, email);
  const refundAttempt = await countAttempt(services, { email, userId: found?.id, request });
  // Only a wrong password stays counted; a full queue or a closed database is nobody's guess.
  const right = await verifyPassword(found?.password_hash ?? null, password).catch(
    async (error: unknown) => {
      await refundAttempt();
      throw error;
    },
  );
  if (!found || !right) throw new ApiError(401, WRONG_SIGN_IN);
  await refundAttempt();
  return transaction(services, async (tx) => {
    const user = await recordSignIn(tx, found, iso(services.clock()));
    if (!user) throw new ApiError(401, WRONG_SIGN_IN);
    const { userAgent } = request;
    const token = await openSession(tx, services.clock, { userId: user.id, userAgent });
    return { user, token, device: await rememberDevice(tx, services.clock, user.id, request) };
  });
}

/**
 * Counted before comparing, so that many at once are all seen. A known device has a count of its own:
 * strangers who guess cannot keep its owner out.
 */
async function countAttempt(
  { limits, store }: Services,
  { email, userId, request }: { email: string; userId: string | undefined; request: RequestInfo },
): Promise<() => Promise<void>> {
  const device = request.device && hashToken(request.device);
  const known = userId && device ? await findDevice(store.db, userId, device) : undefined;
  const counts: [Limit, string][] = known
    ? [[LIMITS.signInOfDevice, known.token_hash]]
    : [
        [LIMITS.signInOfAddress, request.address],
        [LIMITS.signInOfPair, `${request.address} ${email}`],
        [LIMITS.signInOfAccount, email],
      ];
  for (const [limit, key] of counts) await limits.take(limit, key);
  return async () => {
    for (const [limit, key] of counts) await limits.refund(limit, key);
  };
}
