import { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import type { Visits } from '../../../db/schema.ts';
import { DAY, later } from '../../platform/clock.ts';
import { dayIn, hourOf } from '../../platform/dates.ts';
import type { Env } from '../../platform/http/env.ts';
import { ownersOnly } from '../accounts/guards.ts';
import { countsIn, type KeyKind } from '../orders/queries.ts';
import { LEAST_OF_A_SOURCE, OTHER, SPANS } from './rules.ts';

const query = z.object({ days: z.coerce.number().pipe(z.literal(SPANS)).catch(30) });

/** The most pages that are listed. */
const MAX_NAMES = 100;

interface Span {
  /** The first day, and the day after the last; '' for none. */
  from: string;
  until: string;
}

const inSpan = (db: Db, kind: Visits['kind'], { from, until }: Span) =>
  db
    .selectFrom('visits')
    .where('kind', '=', kind)
    .where('day', '>=', from)
    .$if(until !== '', (found) => found.where('day', '<', until));

const count = sql<number>`coalesce(sum(count), 0)`;

/** The names that were counted most often in a span. */
const countByName = (db: Db, kind: Visits['kind'], span: Span, least = 1) =>
  inSpan(db, kind, span)
    .select(['name', count.as('count')])
    .where('name', '!=', OTHER)
    .groupBy('name')
    .having(count, '>=', least)
    .orderBy('count', 'desc')
    .orderBy('name')
    .limit(MAX_NAMES)
    .execute();

const countAll = async (db: Db, kind: Visits['kind'], span: Span, names = '%'): Promise<number> =>
  (
    await inSpan(db, kind, span)
      .select(count.as('count'))
      .where('name', 'like', names)
      .executeTakeFirstOrThrow()
  ).count;

/** The sources of a span; the rare ones are one. */
async function countSources(db: Db, span: Span) {
  const sources = await countByName(db, 'source', span, LEAST_OF_A_SOURCE);
  const listed = sources.reduce((sum, each) => sum + each.count, 0);
  const others = (await countAll(db, 'source', span)) - listed;
  return others > 0 ? [...sources, { name: OTHER, count: others }] : sources;
}

/** Adds the titles of gigs, projects and articles to their pages. */
async function withTitles(db: Db, pages: readonly { name: string; count: number }[]) {
  const keyOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const keys = pages.map(({ name }) => keyOf(name));
  if (keys.length === 0) return [];
  const [gigs, items] = await Promise.all([
    db.selectFrom('gigs').select(['slug as key', 'title']).where('slug', 'in', keys).execute(),
    db
      .selectFrom('content_items')
      .select(['slug as key', 'title'])
      .where('slug', 'in', keys)
      .execute(),
  ]);
  const titles = new Map([...items, ...gigs].map(({ key, title }) => [key, title]));
  return pages.map((page) => ({ ...page, title: titles.get(keyOf(page.name)) ?? null }));
}

/** Pages opened on each day, or in each month. */
const countByDay = (db: Db, from: string, byMonth: boolean) =>
  db
    .selectFrom('visits')
    .select([
      sql<string>`substr(day, 1, ${byMonth ? 7 : 10})`.as('at'),
      sql<number>`sum(count)`.as('count'),
    ])
    .where('kind', '=', 'page')
    .where('day', '>=', from)
    .groupBy('at')
    .orderBy('at')
    .execute();

const countOrders = (db: Db, since: string, keys: KeyKind) =>
  db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('placed'),
      sql<number>`coalesce(sum(case when paid > 0 then 1 else 0 end), 0)`.as('paid'),
    ])
    .where('created_at', '>=', since)
    .where(countsIn('orders.id', keys))
    .executeTakeFirstOrThrow();

/** The first day of a span that ends today, and of the one before it. */
export function spansUntil(now: Date, days: number, timeZone: string) {
  const [from, before] = [days - 1, 2 * days - 1].map((ago) =>
    dayIn(later(now, -ago * DAY), timeZone),
  );
  return { from: from ?? '', before: before ?? '' };
}

/** How many pages were opened in the last days, and in as many days before. */
export async function countRecentPages(
  { db, now, timeZone }: { db: Db; now: Date; timeZone: string },
  days: number,
): Promise<{ pages: number; before: number }> {
  const { from, before } = spansUntil(now, days, timeZone);
  const [pages, earlier] = await Promise.all([
    countAll(db, 'page', { from, until: '' }),
    countAll(db, 'page', { from: before, until: from }),
  ]);
  return { pages, before: earlier };
}

/** The owner's numbers of visits. They are counted without cookies, so they are of pages, not of people. */
export const visitRoutes = new Hono<Env>().use(ownersOnly).get('/', async (c) => {
  const { store, clock, config, provider } = c.var.services;
  const { days } = query.parse(c.req.query());
  const { timeZone } = config;
  const now = clock();
  const from = days === 0 ? '' : spansUntil(now, days, timeZone).from;
  const span = { from, until: '' };
  const [series, pages, sources, orderPages, gigs, opened, orders] = await Promise.all([
    countByDay(store.db, from, days === 0),
    countByName(store.db, 'page', span),
    countSources(store.db, span),
    countByName(store.db, 'order', span),
    countAll(store.db, 'page', span, '/my-gig/%'),
    countAll(store.db, 'order', span),
    countOrders(store.db, from === '' ? '' : hourOf(from, 0, timeZone), provider),
  ]);
  const counted = new Map(series.map(({ at, count }) => [at, count]));
  return c.json({
    success: true as const,
    days,
    /** Every day of the span, oldest first; every month with a visit when the span is everything. */
    series:
      days === 0
        ? series
        : Array.from({ length: days }, (_, at) => {
            const day = dayIn(later(now, (at - days + 1) * DAY), timeZone);
            return { at: day, count: counted.get(day) ?? 0 };
          }),
    pages: await withTitles(store.db, pages),
    sources,
    /** The pages where Order was pressed. */
    orderPages: await withTitles(store.db, orderPages),
    way: { gigs, opened, ...orders },
  });
});
