import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { RouterRoute } from 'hono/types';
import type { Db } from '../../../db/database.ts';
import type { Tables } from '../../../db/schema.ts';
import type { Env } from '../http/env.ts';
import { registeredPath } from '../http/registered-path.ts';
import { priceOf } from '../money/rules.ts';
import type { Value } from './audit-log.ts';
import { ACTION_NAMES } from './texts.ts';

/** Reads what a call below /desk changes, by the first id in its address; null if there is no such row. */
export type Snapshot = (db: Db, id: string) => Promise<Record<string, Value> | null>;

interface Facts {
  /** What a line of the audit log is called on the screen: `Rejected an order`. */
  name: string;
  /** Read before and after the change. The columns that differ stand in the line; never private texts. */
  snapshot?: Snapshot;
  /** Whether the call is recorded without a session, too. Most calls do nothing then. */
  byVisitors?: true;
  /** A POST that only reads has no line, unless it is refused. */
  changesNothing?: true;
  /** A part of something larger: only the part whose transaction writes the line has one, and those that fail. */
  isPart?: true;
}

/** What the audit log needs to know of a call, on its route: found by `factsOf` and `actionNames`. */
export const audited = (name: string, facts: Omit<Facts, 'name'> = {}) => {
  const middleware: MiddlewareHandler<Env> = (_, next) => next();
  return Object.assign(middleware, { audited: { name, ...facts } });
};

/** Columns with amounts of a row that has a currency. */
const AMOUNTS = ['paid', 'refunded'];

/** The snapshot of columns of one row; amounts are texts in the currency of the row. */
export const columnsOf =
  <T extends TableWithId>(table: T, ...columns: (keyof Tables[T] & string)[]): Snapshot =>
  async (db, id) => {
    const amounts = columns.filter((name) => AMOUNTS.includes(name));
    const row: Record<string, Value> | undefined = await db
      .selectFrom(table as 'orders')
      .select(columns as 'id'[])
      .$if(amounts.length > 0, (query) => query.select('currency'))
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return null;
    for (const name of amounts) row[name] = priceOf(Number(row[name]), String(row['currency']));
    return row;
  };

type TableWithId = {
  [T in keyof Tables]: Tables[T] extends { id: string } ? T : never;
}[keyof Tables];

/** The facts on the route of this request. */
export function factsOf(c: Context<Env>): Facts | undefined {
  const path = registeredPath(c);
  const own = matchedRoutes(c).filter((route) => route.path === path);
  return own.map((route) => readFacts(route, c.req.method)).find(Boolean);
}

/** The names of all actions: of calls, by method and path below `base`, and of what is no call. */
export function actionNames(routes: RouterRoute[], base: string): Record<string, string> {
  const names = { ...ACTION_NAMES };
  for (const route of routes) {
    const facts = readFacts(route, route.method);
    if (facts) names[`${route.method} ${route.path.slice(base.length)}`] = facts.name;
  }
  return names;
}

const readFacts = ({ method, handler }: RouterRoute, of: string): Facts | undefined =>
  method === of ? (handler as { audited?: Facts }).audited : undefined;
