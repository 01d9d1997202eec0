import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { isbot } from 'isbot';
import type { OnConflictBuilder } from 'kysely';
import type { Tables, Visits } from '../../../db/schema.ts';
import { type TransactionServices, type Tx, transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { type Clock, MINUTE } from '../../platform/clock.ts';
import { dayIn } from '../../platform/dates.ts';
import { sessionCookieName } from '../../platform/http/cookie-names.ts';
import type { Env } from '../../platform/http/env.ts';
import { isStaff } from '../../platform/roles.ts';
import { findSessionUser } from '../accounts/sessions.ts';
import { isCounted, ORDER_PAGE, OTHER, pageBefore, sourceOf } from './rules.ts';

/** More sources on a day are counted as `other`: names come from strangers. */
const MAX_SOURCES = 200;
const MAX_USER_AGENT = 1_000;
const MAX_USER_AGENTS = 500;

type Counted = Pick<Visits, 'kind' | 'name'>;

export interface VisitCounter {
  /** Counts the pages that the handlers after it answer. */
  middleware: MiddlewareHandler<Env>;
  /** Writes what was counted since the last time. */
  write(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

/**
 * Counts how often pages are opened: in memory, written once a minute, so that a killed process loses a minute at most.
 * Nothing is stored in the browser, and no address, device or person is looked at, except whether it is the owner.
 */
export function createVisitCounter(
  services: TransactionServices & { clock: Clock; log: NonNullable<TransactionServices['log']> },
  config: Pick<Config, 'https' | 'siteOrigin' | 'timeZone'>,
): VisitCounter {
  const { store, clock, log } = services;
  const isRobot = createRobotCheck();
  const checks = new Set<Promise<void>>();
  let counts = new Map<string, Counted & { day: string; count: number }>();

  function add(counted: Counted): void {
    const day = dayIn(clock(), config.timeZone);
    const isMany = counted.kind === 'source' && counts.size > 2 * MAX_SOURCES;
    const name = isMany ? OTHER : counted.name;
    const key = `${day} ${counted.kind} ${name}`;
    const known = counts.get(key) ?? { ...counted, name, day, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }

  async function isOwn(token: string): Promise<boolean> {
    const user = await findSessionUser(store, clock, token);
    return user !== null && isStaff(user);
  }

  async function write(): Promise<void> {
    const waiting = counts;
    if (waiting.size === 0) return;
    counts = new Map();
    try {
      await transaction(services, (tx) => storeCounts(tx, [...waiting.values()]));
    } catch (error) {
      for (const [key, row] of waiting) {
        const since = counts.get(key)?.count ?? 0;
        counts.set(key, { ...row, count: row.count + since });
      }
      log.error('counting visits failed', error);
    }
  }

  const timer = setInterval(() => void write(), MINUTE).unref();

  return {
    write,
    async middleware(c, next) {
      await next();
      const { path, url } = c.req;
      const header = (name: string) => c.req.header(name) ?? '';
      if (header('Sec-Fetch-Dest') !== 'document' || ![200, 304].includes(c.res.status)) return;
      if (path !== ORDER_PAGE && !isCounted(path)) return;
      const referrer = header('Referer');
      const before = pageBefore(referrer, config.siteOrigin);
      const isInside = before !== null || header('Sec-Fetch-Site') === 'same-origin';
      // Our own pages fetch the next one while its link is being pressed, and opening it then makes no other request.
      if (header('Sec-Purpose').includes('prefetch') && !isInside) return;
      if (isRobot(header('User-Agent'))) return;
      const countVisit = () => {
        if (path !== ORDER_PAGE) {
          add({ kind: 'page', name: path });
          if (!isInside) add({ kind: 'source', name: sourceOf(url, referrer) });
        } else if (before && isCounted(before)) add({ kind: 'order', name: before });
      };
      const token = getCookie(c, sessionCookieName(config.https));
      if (!token) return countVisit();
      const check = isOwn(token)
        .then((isOurs) => (isOurs ? undefined : countVisit()))
        .catch((error: unknown) => log.error('counting a visit failed', error))
        .finally(() => checks.delete(check));
      checks.add(check);
    },
    async close() {
      clearInterval(timer);
      await Promise.all(checks);
      await write();
    },
  };
}

/** Adds to what is stored of the same day, kind and name. */
export const addCount = (count: number) => (conflict: OnConflictBuilder<Tables, 'visits'>) =>
  conflict
    .columns(['day', 'kind', 'name'])
    .doUpdateSet((eb) => ({ count: eb('visits.count', '+', count) }));

async function storeCounts(tx: Tx, rows: readonly Visits[]): Promise<void> {
  for (const day of new Set(rows.map((row) => row.day))) {
    const stored = await tx
      .selectFrom('visits')
      .select('name')
      .where('day', '=', day)
      .where('kind', '=', 'source')
      .execute();
    const known = new Set(stored.map(({ name }) => name));
    const nameOf = ({ kind, name }: Counted) => {
      if (kind !== 'source' || known.has(name)) return name;
      if (known.size >= MAX_SOURCES) return OTHER;
      known.add(name);
      return name;
    };
    for (const row of rows.filter((each) => each.day === day)) {
      await tx
        .insertInto('visits')
        .values({ ...row, name: nameOf(row) })
        .onConflict(addCount(row.count))
        .execute();
    }
  }
}

/** Whether a browser says that it is a robot; most people have one of few browsers. */
function createRobotCheck() {
  const known = new Map<string, boolean>();
  return (userAgent: string): boolean => {
    if (userAgent === '' || userAgent.length > MAX_USER_AGENT) return true;
    const answer = known.get(userAgent) ?? isbot(userAgent);
    if (known.size >= MAX_USER_AGENTS) known.clear();
    known.set(userAgent, answer);
    return answer;
  };
}
