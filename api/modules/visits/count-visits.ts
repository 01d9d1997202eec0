import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { isbot } from 'isbot';
import { type OnConflictBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Tables, Visits } from '../../../db/schema.ts';
import { type TransactionServices, type Tx, transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { type Clock, DAY, later, MINUTE } from '../../platform/clock.ts';
import { dayIn } from '../../platform/dates.ts';
import { clientAddress, networkPrefix } from '../../platform/http/client-address.ts';
import { sessionCookieName } from '../../platform/http/cookie-names.ts';
import type { Env } from '../../platform/http/env.ts';
import { isStaff } from '../../platform/roles.ts';
import { findSessionUser } from '../accounts/sessions.ts';
import {
  asksForPage,
  DIRECT,
  isCounted,
  LEAST_OF_A_SOURCE,
  ORDER_PAGE,
  OTHER,
  pageBefore,
  sourceOf,
} from './rules.ts';

/** More new sources on a day are counted as `other`: names come from strangers. */
const MAX_SOURCES = 200;
/** As many of them may come from one network. */
const MAX_OF_NETWORK = 20;
/** For so long a source that brought visitors is known, whatever strangers invent. */
const KNOWN_DAYS = 90;
const QUARTER = 15 * MINUTE;
const MAX_USER_AGENT = 1_000;
const MAX_USER_AGENTS = 500;

type Kind = Visits['kind'];
/** What was counted on a day and is not written: how often each name. */
type Day = { day: string } & Record<Kind, Map<string, number>>;

const rowsOf = ({ day, ...kinds }: Day): Visits[] =>
  (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    [...kinds[kind]].map(([name, count]) => ({ day, kind, name, count })),
  );

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
  const session = sessionCookieName(config.https);
  const checks = new Set<Promise<void>>();
  let waiting: Day[] = [];
  let known = { quarter: Number.NaN, day: '' };
  let sources = noSources('');

  /** Finding the day of a time zone costs ten times the rest; midnight is a whole quarter of an hour. */
  function today(): string {
    const now = clock().getTime();
    const quarter = Math.floor(now / QUARTER);
    if (quarter !== known.quarter) known = { quarter, day: dayIn(new Date(now), config.timeZone) };
    return known.day;
  }

  function countsOf(day: string): Day {
    const last = waiting.at(-1);
    if (last?.day === day) return last;
    const begun = { day, page: new Map(), order: new Map(), source: new Map() };
    waiting.push(begun);
    return begun;
  }

  function add(day: Day, kind: Kind, name: string, count = 1): void {
    day[kind].set(name, (day[kind].get(name) ?? 0) + count);
  }

  /** The name under which a source is counted: pages are as many as there are, sources are what strangers invent. */
  function placeFor(name: string, { day, source }: Day, c: Context<Env>): string {
    if (sources.day !== day) sources = { ...noSources(day), usual: sources.usual };
    const { usual, today, invented } = sources;
    if (usual.has(name) || today.has(name) || source.has(name)) return name;
    if (today.size + source.size >= MAX_SOURCES) return OTHER;
    const network = networkPrefix(clientAddress(c));
    const before = invented.get(network) ?? 0;
    if (before >= MAX_OF_NETWORK) return OTHER;
    invented.set(network, before + 1);
    return name;
  }

  async function isOwn(token: string): Promise<boolean> {
    const user = await findSessionUser(store, clock, token);
    return user !== null && isStaff(user);
  }

  async function write(): Promise<void> {
    if (waiting.length === 0) return;
    const rows = waiting.flatMap(rowsOf);
    waiting = [];
    try {
      const stored = await transaction(services, (tx) => storeCounts(tx, rows));
      sources = { ...stored, invented: sources.invented };
    } catch (error) {
      for (const { day, kind, name, count } of rows) add(countsOf(day), kind, name, count);
      log.error('counting visits failed', error);
    }
  }

  const timer = setInterval(() => void write(), MINUTE).unref();

  return {
    write,
    async middleware(c, next) {
      await next();
      // Node's own object: reading headers through `c.req` costs as much as the rest.
      const { headers } = (c.env as HttpBindings).incoming;
      if (![200, 304].includes(c.res.status) || !asksForPage(headers)) return;
      const { path, url } = c.req;
      if (path !== ORDER_PAGE && !isCounted(path)) return;
      const { referer = '', cookie = '' } = headers;
      const before = pageBefore(referer, config.siteOrigin);
      const isInside = before !== null || headers['sec-fetch-site'] === 'same-origin';
      // Our own pages fetch the next one while its link is being pressed, and opening it then makes no other request.
      if (headers['sec-purpose']?.includes('prefetch') && !isInside) return;
      if (isRobot(headers['user-agent'] ?? '')) return;
      const countVisit = () => {
        const counts = countsOf(today());
        if (path !== ORDER_PAGE) {
          add(counts, 'page', path);
          if (!isInside) add(counts, 'source', placeFor(sourceOf(url, referer), counts, c));
        } else if (before && isCounted(before)) add(counts, 'order', before);
      };
      const token = cookie.includes(session) && getCookie(c, session);
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

interface Sources {
  day: string;
  /** Those that brought visitors on days before. */
  usual: Set<string>;
  /** Those that are stored of this day. */
  today: Set<string>;
  /** How many each network has added on this day. */
  invented: Map<string, number>;
}

const noSources = (day: string): Sources => ({
  day,
  usual: new Set([DIRECT, OTHER]),
  today: new Set(),
  invented: new Map(),
});

async function readSources(db: Db, day: string): Promise<Sources> {
  const stored = db.selectFrom('visits').select('name').where('kind', '=', 'source');
  const sum = sql<number>`sum(count)`;
  const usual = await stored
    .where('day', '>=', later(new Date(day), -KNOWN_DAYS * DAY).slice(0, 10))
    .where('day', '<', day)
    .groupBy('name')
    .having(sum, '>=', LEAST_OF_A_SOURCE)
    .orderBy(sum, 'desc')
    .limit(MAX_SOURCES)
    .execute();
  const today = await stored.where('day', '=', day).execute();
  const found = noSources(day);
  for (const { name } of usual) found.usual.add(name);
  for (const { name } of today) found.today.add(name);
  return found;
}

/** Answers the sources of the last of the days. */
async function storeCounts(tx: Tx, rows: readonly Visits[]): Promise<Sources> {
  let sources = noSources('');
  for (const day of new Set(rows.map((row) => row.day))) {
    sources = await readSources(tx, day);
    const { usual, today } = sources;
    const nameOf = ({ kind, name }: Visits) => {
      if (kind !== 'source' || usual.has(name) || today.has(name)) return name;
      if (today.size >= MAX_SOURCES) return OTHER;
      today.add(name);
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
  return sources;
}

/** Whether a browser says that it is a robot; most people have one of few browsers. */
function createRobotCheck() {
  const known = new Map<string, boolean>();
  return (userAgent: string): boolean => {
    if (userAgent === '' || userAgent.length > MAX_USER_AGENT) return true;
    const before = known.get(userAgent);
    if (before !== undefined) return before;
    const answer = isbot(userAgent);
    if (known.size >= MAX_USER_AGENTS) known.clear();
    known.set(userAgent, answer);
    return answer;
  };
}
