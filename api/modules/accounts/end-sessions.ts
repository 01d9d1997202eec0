import { type Tx, transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { sessionIdOf } from './device-sessions.ts';
import {
  deleteSession,
  deleteSessions,
  deleteSessionsExcept,
  listSessions,
  type SessionExceptions,
} from './session-queries.ts';
import { UNKNOWN_SESSION } from './texts.ts';

// Sessions that expire by themselves: sessions.ts.

async function endSessionOf(tx: Tx, { realtime }: Services, session: string): Promise<void> {
  await deleteSession(tx, session);
  tx.onCommit(() => realtime.endSessions({ session }));
}

/** Ends the session of a token and closes its sockets. */
export const endSession = (services: Services, token: string): Promise<void> =>
  transaction(services, (tx) => endSessionOf(tx, services, hashToken(token)));

/** Ends one session of this user and closes its sockets. Throws 404 if the user has no such session. */
export async function endDeviceSession(services: Services, userId: string, id: string) {
  await transaction(services, async (tx) => {
    const rows = await listSessions(tx, userId, iso(services.clock()));
    const found = rows.find((row) => sessionIdOf(row) === id);
    if (!found) throw new ApiError(404, UNKNOWN_SESSION);
    await endSessionOf(tx, services, found.token_hash);
    await services.audit?.record(tx);
  });
}

/** Ends all sessions of a user, the current one too. */
export async function endAllSessions(services: Services, userId: string): Promise<void> {
  await transaction(services, async (tx) => {
    await deleteSessions(tx, userId);
    tx.onCommit(() => services.realtime.endSessions({ userId }));
    await services.audit?.record(tx);
  });
}

/** Deletes a person's sessions and known devices and closes their sockets, except for those in `except`. */
export async function endSessionsExcept(
  tx: Tx,
  { realtime }: Pick<Services, 'realtime'>,
  userId: string,
  except: SessionExceptions = {},
): Promise<void> {
  await deleteSessionsExcept(tx, userId, except);
  tx.onCommit(() => realtime.endSessions({ userId, butSession: except.session }));
}
