import type { Session } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import { iso } from '../../platform/clock.ts';
import { readDevice } from '../../platform/http/device-name.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { deleteSession, deleteSessions, listSessions } from './queries.ts';
import { UNKNOWN_SESSION } from './texts.ts';

export interface SessionDto {
  _id: string;
  /** 'Firefox on Windows'. */
  device: string;
  /** The last stands for a desktop computer; clients know it by that name. */
  kind: 'phone' | 'tablet' | 'desk';
  startedAt: string;
  lastSeen: string;
  current: boolean;
}

/** The stored hash finds a session; people only get a hash of that, which opens nothing. */
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

/** Ends one session of theirs, sockets included. Throws 404 for what is not theirs. */
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

/** Signs a person out everywhere, here too. */
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
