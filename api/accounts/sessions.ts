import Bowser from 'bowser';
import type { Session } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { iso } from '../lib/clock.ts';
import type { Deps } from '../lib/deps.ts';
import { UserError } from '../lib/errors.ts';
import { hashToken } from '../lib/ids.ts';
import { deleteSession, deleteSessions, listSessions } from './queries.ts';
import { UNKNOWN_SESSION } from './rules.ts';

export interface WireSession {
  _id: string;
  /** 'Firefox on Windows'. */
  device: string;
  kind: 'phone' | 'tablet' | 'desk';
  startedAt: string;
  lastSeen: string;
  current: boolean;
}

/** The stored hash finds a session; people only get a hash of that, which opens nothing. */
const idOf = (session: Session): string => hashToken(session.token_hash).slice(0, 22);

export async function listDevices(
  { store, clock }: Deps,
  userId: string,
  token: string | null,
): Promise<WireSession[]> {
  const here = token && hashToken(token);
  const rows = await listSessions(store.db, userId, iso(clock()));
  return rows
    .map((row) => presentSession(row, row.token_hash === here))
    .sort((one, other) => Number(other.current) - Number(one.current));
}

/** Ends one session of theirs, sockets included. Throws 404 for what is not theirs. */
export async function endDevice({ store, clock, live }: Deps, userId: string, id: string) {
  const rows = await listSessions(store.db, userId, iso(clock()));
  const found = rows.find((row) => idOf(row) === id);
  const ended =
    found && (await transaction({ store }, (tx) => deleteSession(tx, userId, found.token_hash)));
  if (!ended) throw new UserError(404, UNKNOWN_SESSION);
  live.endSessions({ session: ended.token_hash });
}

/** Signs a person out everywhere, here too. */
export async function endEverywhere({ store, live }: Deps, userId: string): Promise<void> {
  await transaction({ store }, (tx) => deleteSessions(tx, userId));
  live.endSessions({ userId });
}

export function presentSession(row: Session, current: boolean): WireSession {
  const { browser, os, platform } = Bowser.parse(row.user_agent || 'unknown');
  const names = [browser.name, os.name].filter(Boolean);
  return {
    _id: idOf(row),
    device: names.length > 0 ? names.join(' on ') : 'Unknown device',
    kind: platform.type === 'mobile' ? 'phone' : platform.type === 'tablet' ? 'tablet' : 'desk',
    startedAt: row.created_at,
    lastSeen: row.seen_at,
    current,
  };
}
