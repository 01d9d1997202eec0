import type { User } from '../../../../db/schema.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { DAY, iso, later, validityOf } from '../../../platform/clock.ts';
import { longMoment } from '../../../platform/dates.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { isStaff } from '../../../platform/roles.ts';
import type { Services } from '../../../platform/services.ts';
import { withNotMe } from '../emails.ts';
import { makeNotMeLink } from '../not-me.ts';
import { takeMail } from '../rate-limits.ts';
import { endSessionsExcept } from '../sessions.ts';
import { lostFactorsEmail } from './emails.ts';
import { deleteFactors, emailFactorsChanged, OTHERS_ENDED, removalKey } from './factors.ts';
import { consumeChallenge, findChallenge, upsertChallenge } from './queries.ts';
import { generateCode, hashOf } from './recovery-codes.ts';
import { FACTORS_LOST, LOST_BY_STAFF, lostTooEarly } from './texts.ts';

/** Long enough that a person who has lost nothing reads the mail and stops it. */
const WAIT = 3 * DAY;
const USABLE = 7 * DAY;

/**
 * For a buyer who knows the password and has lost every second factor: mails a code that removes them at a sign-in,
 * but not before three days are over. Asked again, it mails a new code and the time stays.
 */
export async function requestRemoval(services: Services, user: User): Promise<string> {
  if (isStaff(user)) throw new ApiError(403, LOST_BY_STAFF);
  const { config, clock, outbox } = services;
  await takeMail(services.limits, user.email);
  const code = generateCode();
  const now = clock();
  await transaction(services, async (tx) => {
    const key = removalKey(user.id);
    const open = await findChallenge(tx, key, validityOf(now, WAIT + USABLE));
    const expires_at = open?.expires_at ?? later(now, WAIT + USABLE);
    const challenge = hashOf(user.id, code);
    await upsertChallenge(tx, { key, user_id: user.id, challenge, expires_at });
    const from = longMoment(later(new Date(expires_at), -USABLE), config.timeZone);
    const link = await makeNotMeLink(tx, services, user);
    const mail = withNotMe(link, lostFactorsEmail(user.email, { code, from }));
    await outbox.enqueue(tx, { kind: 'lost factors', dedupeKey: `lost:${challenge}`, ...mail });
    await services.audit?.record(tx, {
      secondFactorsEnd: [null, later(new Date(expires_at), -USABLE)],
    });
  });
  return FACTORS_LOST;
}

/** From when on an open request removes a person's factors; null without one. */
export async function removableFrom({ store, clock }: Services, userId: string) {
  const key = removalKey(userId);
  const open = await findChallenge(store.db, key, validityOf(clock(), WAIT + USABLE));
  return open ? later(new Date(open.expires_at), -USABLE) : null;
}

/**
 * Removes every second factor and session of a person by the mailed code. Returns the age of this proof; null for any other
 * code; throws 401 before its time.
 */
export async function removeLostFactors(
  tx: Tx,
  services: Services,
  user: User,
  code: string,
): Promise<string | null> {
  const key = removalKey(user.id);
  const open = await findChallenge(tx, key, validityOf(services.clock(), WAIT + USABLE));
  if (!open || open.challenge !== hashOf(user.id, code)) return null;
  const usableFrom = later(new Date(open.expires_at), -USABLE);
  if (usableFrom > services.clock().toISOString()) {
    const from = longMoment(usableFrom, services.config.timeZone);
    throw new ApiError(401, lostTooEarly(from), { field: 'code' });
  }
  if (!(await consumeChallenge(tx, key, open.challenge))) return null;
  await deleteFactors(tx, user.id);
  await endSessionsExcept(tx, services, user.id);
  const what = `Your second factors were removed, as you had asked. ${OTHERS_ENDED}`;
  await emailFactorsChanged(tx, services, user, { what });
  services.audit?.addChanges({ secondFactors: ['lost', 'removed'] });
  return iso(services.clock());
}
