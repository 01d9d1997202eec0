import type { Db } from '../../../db/database.ts';
import { isUniqueViolation } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { DAY, iso, later, validityOf } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { deleteMailedCodes, deletePasswordLinks } from './code-queries.ts';
import { keysSuspendedEmail } from './emails.ts';
import { lockUser, updateUser } from './queries.ts';
import { OF_MAILBOX, SUSPECT_DAYS } from './rules.ts';
import { consumeChallenge, findChallenge, upsertChallenge } from './second-factor/queries.ts';
import { listSuspended } from './second-factor/suspended-keys.ts';
import { endSessionsExcept, findSessionStart } from './sessions.ts';
import { ADDRESS_TAKEN_SINCE, LINK_DEAD } from './texts.ts';

const LASTS = SUSPECT_DAYS * DAY;

const keyOf = (token: string): string => `${OF_MAILBOX}not me ${hashToken(token)}`;
const heldKey = (email: string): string => `${OF_MAILBOX}held ${hashToken(email)}`;

/** What a link takes back: all that was added since, and a change of the address from this one. */
interface Doubt {
  since: string;
  address?: string;
}

/**
 * A link "This was not me" for a mail about a sign-in, or a change in a session, with which the doubt begins. It works once, for a week, whatever password is set
 * meanwhile; using an older one ends it.
 */
export async function makeNotMeLink(
  tx: Tx,
  { config, clock }: Services,
  user: User,
  { session, address }: { session?: string | undefined; address?: string } = {},
): Promise<string> {
  const token = newToken();
  const opened = session && (await findSessionStart(tx, session));
  const doubt: Doubt = { since: opened || iso(clock()), ...(address && { address }) };
  const row = { user_id: user.id, expires_at: later(clock(), LASTS) };
  await upsertChallenge(tx, { ...row, key: keyOf(token), challenge: JSON.stringify(doubt) });
  if (address) await upsertChallenge(tx, { ...row, key: heldKey(address), challenge: '' });
  return `${config.siteOrigin}/sign-in#not-me=${token}`;
}

/** Whether an address was somebody else's until a few days ago, who can still take it back. */
export async function isHeld(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  email: string,
  userId?: string,
): Promise<boolean> {
  const held = await findChallenge(db, heldKey(email), validityOf(clock(), LASTS));
  return held !== undefined && held.user_id !== userId;
}

/**
 * Ends every session and device and the password, suspends what was added since, and signs nobody in by a mailed code until
 * a link has set a new password. What was there before stays.
 */
export async function refuseSignIn(services: Services, token: string): Promise<void> {
  const { store, clock, audit, outbox } = services;
  const key = keyOf(token);
  const link = await findChallenge(store.db, key, validityOf(clock(), LASTS));
  if (!link) throw new ApiError(400, LINK_DEAD);
  const { since, address } = JSON.parse(link.challenge) as Doubt;
  await transaction(services, async (tx) => {
    const user = await lockUser(tx, link.user_id);
    if (!user || !(await consumeChallenge(tx, key, link.challenge)))
      throw new ApiError(400, LINK_DEAD);
    await endSessionsExcept(tx, services, user.id);
    await deleteMailedCodes(tx, user);
    await deletePasswordLinks(tx, user.id);
    await tx
      .deleteFrom('challenges')
      .where('user_id', '=', user.id)
      .where((eb) =>
        eb.or([eb('key', 'not like', `${OF_MAILBOX}%`), eb('expires_at', '>', link.expires_at)]),
      )
      .execute();
    for (const data of services.personalData) await data.suspend?.(tx, user.id, since);
    const now = iso(clock());
    const shut = { codes_blocked_at: now, password_hash: null, password_set_at: null };
    const { email } = await updateUser(tx, user.id, {
      ...shut,
      ...(address && { email: address }),
    });
    const suspended = await listSuspended(tx, user.id);
    if (suspended.length > 0) {
      const mail = keysSuspendedEmail(services.config, email, suspended);
      await outbox.enqueue(tx, { kind: 'keys suspended', dedupeKey: key, ...mail });
    }
    audit?.setSubject(user.id);
    await audit?.record(tx, suspended.length > 0 ? { keysSuspended: [0, suspended.length] } : {});
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new ApiError(409, ADDRESS_TAKEN_SINCE) : error;
  });
}
