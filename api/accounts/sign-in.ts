import type { User } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { verifyPassword } from '../lib/hashing.ts';
import { hashToken } from '../lib/ids.ts';
import type { Limit } from '../lib/limits.ts';
import { openSession } from '../lib/session.ts';
import { type Visit, welcomeDevice } from './devices.ts';
import { LIMITS } from './limits.ts';
import { findDevice, findUserByEmail, stampSignIn } from './queries.ts';
import { WRONG_SIGN_IN } from './rules.ts';

/** What one sign-in opened. */
interface Entry {
  user: User;
  token: string;
  /** A new device token; null where the device is known already. */
  device: string | null;
}

/** Compares and opens a session. Throws the same 401, as late, for unknown addresses (attacks 1). */
export async function signIn(
  deps: Deps,
  { email, password }: { email: string; password: string },
  visit: Visit,
): Promise<Entry> {
  const { db } = deps.store;
  const found = await findUserByEmail(db, email);
  const giveBack = await countTry(deps, { email, userId: found?.id, visit });
  // Only a wrong password stays counted; a full queue or a closed database is nobody's guess.
  const right = await verifyPassword(found?.password_hash ?? null, password).catch(
    async (error: unknown) => {
      await giveBack();
      throw error;
    },
  );
  if (!found || !right) throw new UserError(401, WRONG_SIGN_IN);
  await giveBack();
  return transaction(deps, async (tx) => {
    const user = await stampSignIn(tx, found, iso(deps.clock()));
    if (!user) throw new UserError(401, WRONG_SIGN_IN);
    const { userAgent } = visit;
    const token = await openSession(tx, deps.clock, { userId: user.id, userAgent });
    return { user, token, device: await welcomeDevice(tx, deps.clock, user.id, visit) };
  });
}

/**
 * Counted before comparing, so that many at once are all seen. A known device has a count of its own:
 * strangers who guess cannot keep its owner out (attacks 2).
 */
async function countTry(
  { limits, store }: Deps,
  { email, userId, visit }: { email: string; userId: string | undefined; visit: Visit },
): Promise<() => Promise<void>> {
  const device = visit.device && hashToken(visit.device);
  const known = userId && device ? await findDevice(store.db, userId, device) : undefined;
  const counts: [Limit, string][] = known
    ? [[LIMITS.signInOfDevice, known.token_hash]]
    : [
        [LIMITS.signInOfAddress, visit.address],
        [LIMITS.signInOfPair, `${visit.address} ${email}`],
        [LIMITS.signInOfAccount, email],
      ];
  for (const [limit, key] of counts) await limits.take(limit, key);
  return async () => {
    for (const [limit, key] of counts) await limits.giveBack(limit, key);
  };
}
