import type { Session } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { readDevice } from '../../platform/http/device-name.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { deleteSession, deleteSessions, listSessions } from './session-queries.ts';
import { UNKNOWN_SESSION } from './texts.ts';

export interface SessionDto {
  _id: string;
  /** Browser and system, for example 'Firefox on Windows'. */
  device: string;
  /** The last value is a desktop computer; API clients already use this name. */
  kind: 'phone' | 'tablet' | 'desk';
  startedAt: string;
  lastSeen: string;
  current: boolean;
}

/** Clients get a hash of the stored hash as session id: it cannot be used to find or open a session. */
const idOf = (session: Session): string => hashToken(session.token_hash).slice(0, 22);

export async function listDevices(
  { store, clock }: Services,
  userId: string,
  token: string | null,
): Promise<SessionDto[]> {
  const current = token && hashToken(token);
  const rows = await listSessions(store.db, userId, iso(clock()));
  return rows
    .map((row) => toSessionDto(row, row.token_hash === current))
    .sort((one, other) => Number(other.current) - Number(one.current));
}

/** Ends one session of this user and closes its sockets. Throws 404 if the user has no such session. */
export async function endDeviceSession(services: Services, userId: string, id: string) {
  await transaction(services, async (tx) => {
    const rows = await listSessions(tx, userId, iso(services.clock()));
    const found = rows.find((row) => idOf(row) === id);
    if (!found) throw new ApiError(404, UNKNOWN_SESSION);
    await deleteSession(tx, userId, found.token_hash);
    tx.onCommit(() => services.realtime.endSessions({ session: found.token_hash }));
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

export function toSessionDto(row: Session, current: boolean): SessionDto {
  const { name, type } = readDevice(row.user_agent);
  return {
    _id: idOf(row),
    device: name,
    kind: type === 'mobile' ? 'phone' : type === 'tablet' ? 'tablet' : 'desk',
    startedAt: row.created_at,
    lastSeen: row.seen_at,
    current,
  };
}
