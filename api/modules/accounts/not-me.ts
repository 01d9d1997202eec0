import type { User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { DAY, iso, later, validityOf } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { deleteMailedCodes } from './code-queries.ts';
import { lockUser, updateUser } from './queries.ts';
import { consumeChallenge, findChallenge, upsertChallenge } from './second-factor/queries.ts';
import { endSessionsExcept } from './sessions.ts';
import { LINK_DEAD } from './texts.ts';

const LASTS = 7 * DAY;

const keyOf = (token: string): string => `not me ${hashToken(token)}`;

/** A link for the mail about a sign-in; it works until the next new password, for a week at most. */
export async function makeNotMeLink(tx: Tx, { config, clock }: Services, user: User) {
  const token = newToken();
  const expires_at = later(clock(), LASTS);
  await upsertChallenge(tx, { key: keyOf(token), user_id: user.id, challenge: '', expires_at });
  return `${config.siteOrigin}/sign-in#not-me=${token}`;
}

/** Ends every session and device, and signs nobody in by a mailed code until a link has set a new password. */
export async function refuseSignIn(services: Services, token: string): Promise<void> {
  const { store, clock, audit } = services;
  const key = keyOf(token);
  const link = await findChallenge(store.db, key, validityOf(clock(), LASTS));
  if (!link) throw new ApiError(400, LINK_DEAD);
  await transaction(services, async (tx) => {
    const user = await lockUser(tx, link.user_id);
    if (!user || !(await consumeChallenge(tx, key, ''))) throw new ApiError(400, LINK_DEAD);
    await endSessionsExcept(tx, services, user.id);
    await deleteMailedCodes(tx, user.email);
    await updateUser(tx, user.id, { codes_blocked_at: iso(clock()) });
    audit?.setSubject(user.id);
    await audit?.record(tx);
  });
}
