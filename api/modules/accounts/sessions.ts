import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { type Database, type Db, isStorageTrouble } from '../../../db/database.ts';
import type { Session, User } from '../../../db/schema.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { type Clock, DAY, HOUR, iso, later, MINUTE } from '../../platform/clock.ts';
import { sessionCookieName } from '../../platform/http/cookie-names.ts';
import { setXsrfCookie } from '../../platform/http/csrf.ts';
import { readDevice } from '../../platform/http/device-name.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError, SIGN_IN_FIRST } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import { isStaff, roleOf } from '../../platform/roles.ts';
import type { Services } from '../../platform/services.ts';
import { findOwner, findUser } from './queries.ts';
import { SESSION_DAYS, SESSION_IDLE_DAYS } from './rules.ts';
import { UNKNOWN_SESSION } from './texts.ts';

const IDLE = SESSION_IDLE_DAYS * DAY;
/** The idle timeout of staff: shorter, because an unattended dashboard is a risk. */
const IDLE_OF_STAFF = 12 * HOUR;
const ABSOLUTE = SESSION_DAYS * DAY;
const TOUCH_EVERY = 10 * MINUTE;
const MAX_USER_AGENT_LENGTH = 300;
const SESSIONS_AT_ONCE = 500;

const idleOf = (user: User | undefined): number => (user && isStaff(user) ? IDLE_OF_STAFF : IDLE);

/** Opens a session, confirmed by a proof of this age, and returns its token. Only the token's hash is stored. */
export async function openSession(
  tx: Db,
  clock: Clock,
  session: { userId: string; userAgent: string; proofAt?: string | null },
): Promise<string> {
  const token = newToken();
  const now = clock();
  const { proofAt = iso(now) } = session;
  const user = await findUser(tx, session.userId);
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: session.userId,
      created_at: iso(now),
      seen_at: iso(now),
      expires_at: later(now, idleOf(user)),
      user_agent: session.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
      confirmed_at: proofAt && iso(now),
      proof_at: proofAt,
    })
    .execute();
  return token;
}

/**
 * Gives a session a new token and returns it; the old one ends at once. Sockets that were opened with the old one are
 * closed by the next sweep of the socket server, when the browser has the new one and can connect again.
 */
export async function renewSession(tx: Db, oldHash: string): Promise<string> {
  const token = newToken();
  const renewed = await tx
    .updateTable('sessions')
    .set({ token_hash: hashToken(token) })
    .where('token_hash', '=', oldHash)
    .returning('token_hash')
    .executeTakeFirst();
  if (!renewed) throw new ApiError(401, SIGN_IN_FIRST);
  return token;
}

/** When a session was opened. */
export const findSessionStart = async (db: Db, hash: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('sessions')
      .select('created_at')
      .where('token_hash', '=', hash)
      .executeTakeFirst()
  )?.created_at;

const findSession = (db: Db, hash: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select(['sessions.created_at as opened_at', 'sessions.seen_at', 'sessions.expires_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();

/** Returns the user of a session token, or null. Extends the session from time to time. */
export async function findSessionUser(
  store: Database,
  clock: Clock,
  token: string,
): Promise<User | null> {
  const now = clock();
  const hash = hashToken(token);
  const found = await findSession(store.db, hash);
  if (!found) return null;
  const { opened_at, seen_at, expires_at, ...user } = found;
  if (expires_at <= iso(now)) return null;
  if (seen_at >= later(now, MINUTE)) await moveBack(store, hash, found, now);
  if (now.getTime() - Date.parse(seen_at) > TOUCH_EVERY) {
    await extendSession(store, hash, { now, openedAt: opened_at, idle: idleOf(user) }).catch(
      (error: unknown) => {
        // Reading still works on a full disk: the session is just not extended.
        if (!isStorageTrouble(error)) throw error;
      },
    );
  }
  return user;
}

/** The clock was set back since a session was used: it is moved back as far, so that it lasts no longer. */
function moveBack(
  store: Database,
  hash: string,
  { opened_at, seen_at, expires_at }: { opened_at: string; seen_at: string; expires_at: string },
  now: Date,
) {
  const back = now.getTime() - Date.parse(seen_at);
  const moved = (time: string) => later(new Date(time), back);
  return transaction({ store }, (tx) =>
    tx
      .updateTable('sessions')
      .set({ created_at: moved(opened_at), seen_at: iso(now), expires_at: moved(expires_at) })
      .where('token_hash', '=', hash)
      .where('seen_at', '=', seen_at)
      .execute(),
  );
}

function extendSession(
  store: Database,
  hash: string,
  { now, openedAt, idle }: { now: Date; openedAt: string; idle: number },
) {
  const end = Math.min(now.getTime() + idle, Date.parse(openedAt) + ABSOLUTE);
  return transaction({ store }, (tx) =>
    tx
      .updateTable('sessions')
      .set({ seen_at: iso(now), expires_at: new Date(end).toISOString() })
      .where('token_hash', '=', hash)
      .execute(),
  );
}

/** Returns those of these sessions that are still valid. */
export async function findLiveSessions(db: Db, clock: Clock, hashes: string[]): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < hashes.length; at += SESSIONS_AT_ONCE) {
    const rows = await db
      .selectFrom('sessions')
      .select('token_hash')
      .where('token_hash', 'in', hashes.slice(at, at + SESSIONS_AT_ONCE))
      .where('expires_at', '>', iso(clock()))
      .execute();
    found.push(...rows.map((row) => row.token_hash));
  }
  return found;
}

/** Looks up the session once per request and stores it in the context. */
export const withSession: MiddlewareHandler<Env> = async (c, next) => {
  const { config, store, clock } = c.var.services;
  const token = getCookie(c, sessionCookieName(config.https));
  const user = token ? await findSessionUser(store, clock, token) : null;
  c.set('user', user);
  c.set('token', user && token ? token : null);
  await next();
};

export function setSessionCookie(c: Context<Env>, token: string | null): void {
  const { https } = c.var.services.config;
  setCookie(c, sessionCookieName(https), token ?? '', {
    httpOnly: true,
    sameSite: 'Lax',
    secure: https,
    path: '/',
    maxAge: token ? ABSOLUTE / 1000 : 0,
  });
  setXsrfCookie(c, token);
}

/**
 * Returns the user of a socket. For an assistant, `actsForId` is the owner's id: assistants read and write
 * conversations as the owner.
 */
export async function findSocketUser(
  store: Database,
  clock: Clock,
  token: string,
): Promise<(User & { actsForId: string }) | null> {
  const user = await findSessionUser(store, clock, token);
  if (!user || roleOf(user) !== 'assistant') return user && { ...user, actsForId: user.id };
  const owner = await findOwner(store.db);
  return owner ? { ...user, role: 'owner', actsForId: owner.id } : null;
}

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
const sessionIdOf = (session: Session): string => hashToken(session.token_hash).slice(0, 22);

const listSessions = (db: Db, userId: string, now: string) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .execute();

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

async function endSessionOf(tx: Tx, { realtime }: Services, session: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', session).execute();
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
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
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

/** The token hashes of the session and device that are kept when all others end. */
export interface SessionExceptions {
  session?: string | undefined;
  device?: string | undefined;
}

/** Deletes rows only; `endSessionsExcept` also closes the sockets. */
export async function deleteSessionsExcept(
  tx: Db,
  userId: string,
  except: SessionExceptions,
): Promise<void> {
  for (const [table, currentHash] of [
    ['sessions', except.session],
    ['devices', except.device],
  ] as const) {
    await tx
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('token_hash', '!=', currentHash ?? '')
      .execute();
  }
}
