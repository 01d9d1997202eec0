import type { Session } from '../../../db/schema.ts';
import { iso } from '../../platform/clock.ts';
import { readDevice } from '../../platform/http/device-name.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Services } from '../../platform/services.ts';
import { listSessions } from './session-queries.ts';

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
export const sessionIdOf = (session: Session): string => hashToken(session.token_hash).slice(0, 22);

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

export function toSessionDto(row: Session, current: boolean): SessionDto {
  const { name, type } = readDevice(row.user_agent);
  return {
    _id: sessionIdOf(row),
    device: name,
    kind: type === 'mobile' ? 'phone' : type === 'tablet' ? 'tablet' : 'desk',
    startedAt: row.created_at,
    lastSeen: row.seen_at,
    current,
  };
}
