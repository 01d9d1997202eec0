import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { type Database, type Db, isStorageTrouble } from '../../../db/database.ts';
import type { User } from '../../../db/schema.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Clock } from '../../platform/clock.ts';
import { DAY, HOUR, iso, later, MINUTE } from '../../platform/clock.ts';
import { sessionCookieName } from '../../platform/http/cookie-names.ts';
import { setXsrfCookie } from '../../platform/http/csrf.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError, SIGN_IN_FIRST } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/ids.ts';
import { isStaff } from '../../platform/roles.ts';
import { repairClockRollback } from './clock-rollback.ts';
import { findUser } from './queries.ts';

const IDLE = 7 * DAY;
/** The idle timeout of staff: shorter, because an unattended dashboard is a risk. */
const IDLE_OF_STAFF = 12 * HOUR;
const ABSOLUTE = 30 * DAY;
const TOUCH_EVERY = 10 * MINUTE;
const MAX_USER_AGENT_LENGTH = 300;
const SESSIONS_AT_ONCE = 500;

const idleOf = (user: User | undefined): number => (user && isStaff(user) ? IDLE_OF_STAFF : IDLE);

/** Opens a session and returns its token. Only the token's hash is stored. */
export async function openSession(
  tx: Db,
  clock: Clock,
  session: { userId: string; userAgent: string },
): Promise<string> {
  const token = newToken();
  const now = clock();
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
      confirmed_at: iso(now),
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
  await repairClockRollback(store, now);
  const hash = hashToken(token);
  const found = await findSession(store.db, hash);
  if (!found) return null;
  const { opened_at, seen_at, expires_at, ...user } = found;
  // A time in the future comes from before a clock rollback while the app was stopped.
  if (expires_at <= iso(now) || seen_at >= later(now, MINUTE)) return null;
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
