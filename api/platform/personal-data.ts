import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { forgetFiles, NAMED_IN } from '../../db/files/stored-files.ts';
import type { Tables, User } from '../../db/schema.ts';
import type { Currency } from './money/rules.ts';

/** An order that is retained for accounting after its buyer's account is deleted. */
export interface RetainedOrder {
  reference: string;
  isPaid: boolean;
}

/** A paid order under way: its buyer's account cannot be deleted before it is cancelled or has ended. */
export interface OpenOrder {
  _id: string;
  title: string;
  orderStatus: string;
  /** What cancelling it would give back, in rupees, a sentence about it, and how long it takes. */
  cancellation: {
    mayCancel: boolean;
    refund: number;
    currency: Currency;
    sentence: string;
    refundDays: string;
  };
}

/** What a table has of people. Columns are words in one text; `tests/api/personal-data.test.ts` compares them with the database. */
export interface PersonalTable {
  /** Whose a row is: the column with the person's id or `email`, or the one that refers to a row of theirs. */
  of: string | { [column: string]: keyof Tables };
  /** Somebody with such a row bought something or asked about it: they are a client. */
  isOfClient?: true;
  /** The part of the export that lists the rows. */
  as?: string;
  /** The rows are listed in those of another table, to which this column refers. */
  within?: { [column: string]: keyof Tables };
  /** There is at most one row, which is exported without a list. */
  isOne?: true;
  /** The one exported column is the row. */
  isWhole?: true;
  /** The owner gives it out when the person asks for their data; the person's own export leaves it out. */
  isOnRequest?: true;
  /** The rows that are exported; all of them without it. */
  only?: RawBuilder<boolean>;
  /** The order in which they are exported, if there can be many. */
  by?: string;
  exported?: string;
  /** What a column is called in the export, other than `dueOn` for `due_on`. */
  names?: Record<string, string>;
  /** How it is written there, other than as it is stored. */
  formats?: Record<string, (stored: never) => unknown>;
  /** The other columns, or paths into their JSON, by the reason why nobody is told. */
  unexported?: Record<string, string>;
  /** `rows` deletes them; otherwise what a column is emptied to, or what is left of it. */
  erased?: 'rows' | Record<string, Erasure[1]>;
  /** Texts that stay, or paths into their JSON, by the reason. */
  kept?: Record<string, string>;
}

/** A module's data about people, and what accounts asks about them. */
export interface PersonalData {
  /** Rows that refer to others come first where they are deleted. */
  tables: { [Name in keyof Tables]?: PersonalTable };
  /** What goes with the rows; called before they are deleted. */
  erase?: (tx: Db, user: User) => Promise<unknown>;
  /** Locks what must not change while the account is deleted, before `listOpenOrders` decides. */
  lock?: (tx: Db, user: User) => Promise<unknown>;
  /** The person's orders that the owner is notified of when the account is deleted. */
  listRetainedOrders?: (db: Db, user: User) => Promise<RetainedOrder[]>;
  /** The ids of the person's paid and failed orders, newest first. */
  listOrderIds?: (db: Db, userId: string) => Promise<string[]>;
  /** What else opens the account or gets its mail, and since when. */
  listKeys?: (db: Db, userId: string) => Promise<{ name: string; addedAt: string }[]>;
  /** Takes such things that are not older than `since` out of use. */
  suspend?: (tx: Db, userId: string, since: string) => Promise<unknown>;
  /** The person's orders that keep the account from being deleted. */
  listOpenOrders?: (db: Db, user: User, now: Date) => Promise<OpenOrder[]>;
}

export const parsed = (json: string): unknown => JSON.parse(json);
export const flag = (stored: number): boolean => stored === 1;

export const wordsOf = (text = ''): string[] => text.split(' ').filter(Boolean);

type Declared = Map<string, PersonalTable>;
type Erasure = [column: string, to: string | null | ((stored: string) => string)];
type Row = Record<string, unknown>;

const declaredIn = (modules: readonly PersonalData[]): Declared =>
  new Map(modules.flatMap(({ tables }) => Object.entries(tables)));

/** A condition: a row of this table is the person's. */
function isTheirs(declared: Declared, name: string, user: User): RawBuilder<boolean> {
  const of = declared.get(name)?.of ?? '';
  if (typeof of === 'string') return sql`${sql.ref(of)} = ${of === 'email' ? user.email : user.id}`;
  const [[column, parent] = ['', '']] = Object.entries(of);
  return sql`${sql.ref(column)} in
    (select id from ${sql.table(parent)} where ${isTheirs(declared, parent, user)})`;
}

/** A condition for `users`: somebody who bought something or asked about it. */
export const isClientIn = (modules: readonly PersonalData[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    [...declaredIn(modules)].flatMap(([name, { of, isOfClient }]) =>
      isOfClient ? [sql`users.id in (select ${sql.ref(`${of}`)} from ${sql.table(name)})`] : [],
    ),
    sql` or `,
  )})`;

/** The parts of a person's export; with those on request, what only the owner gives out. */
export async function exportPerson(
  db: Db,
  modules: readonly PersonalData[],
  user: User,
  { onRequest = false } = {},
): Promise<Record<string, unknown>> {
  const declared = declaredIn(modules);
  const parts: Record<string, unknown> = {};
  for (const [name, { as, within, isOne, isOnRequest }] of declared) {
    if (!as || within || (isOnRequest && !onRequest)) continue;
    const rows = (await exportRows(db, declared, name, user)).map(({ shown }) => shown);
    parts[as] = isOne ? (rows[0] ?? null) : rows;
  }
  return parts;
}

/** The rows of a table as they are exported, each with the id of the row in which it is listed. */
async function exportRows(db: Db, declared: Declared, name: string, user: User) {
  const {
    exported,
    names = {},
    formats = {},
    isWhole,
    within,
    only,
    by = exported,
  } = declared.get(name) ?? {};
  const inner = [...declared].filter(([, each]) => Object.values(each.within ?? {})[0] === name);
  const columns = wordsOf(exported);
  const [parent] = Object.keys(within ?? {});
  const read = new Set([
    ...columns,
    ...(parent ? [parent] : []),
    ...(inner.length > 0 ? ['id'] : []),
  ]);
  const { rows } = await sql<Row>`
    select ${sql.join([...read].map((column) => sql.ref(column)))} from ${sql.table(name)}
    where ${isTheirs(declared, name, user)} and ${only ?? sql`true`}
    order by ${sql.join(wordsOf(by).map((column) => sql.ref(column)))}`.execute(db);
  const lists = await Promise.all(
    inner.map(async ([child, { as = child }]) => {
      const found = await exportRows(db, declared, child, user);
      return [as, Map.groupBy(found, ({ of }) => of)] as const;
    }),
  );
  return rows.map((row) => {
    const shown: Row = {};
    for (const column of columns) {
      const format = formats[column] as ((stored: unknown) => unknown) | undefined;
      const value = row[column];
      shown[names[column] ?? camelCase(column)] = format && value !== null ? format(value) : value;
    }
    for (const [as, found] of lists)
      shown[as] = (found.get(row['id']) ?? []).map((each) => each.shown);
    const whole = isWhole ? Object.values(shown)[0] : shown;
    return { of: parent && row[parent], shown: whole };
  });
}

const camelCase = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Deletes or anonymizes all rows of a person, but for the account itself. */
export async function eraseRows(
  tx: Db,
  modules: readonly PersonalData[],
  user: User,
): Promise<void> {
  const declared = declaredIn(modules);
  for (const [name, column] of NAMED_IN) {
    if (!declared.has(name)) continue;
    const [hash, theirs] = [sql.ref(column), isTheirs(declared, name, user)];
    const named = sql<{ hash: string }>`
      select ${hash} as hash from ${sql.table(name)} where ${theirs} and ${hash} is not null`;
    const { rows } = await named.execute(tx);
    await forgetFiles(
      tx,
      rows.map((row) => row.hash),
    );
  }
  for (const module of modules) {
    await module.erase?.(tx, user);
    for (const [name, { erased }] of Object.entries(module.tables)) {
      const theirs = isTheirs(declared, name, user);
      if (erased === 'rows') await sql`delete from ${sql.table(name)} where ${theirs}`.execute(tx);
      else
        for (const erasure of Object.entries(erased ?? {}))
          await eraseColumn(tx, name, erasure, theirs);
    }
  }
}

/** A column without a value stays so: it says that there was nothing. */
async function eraseColumn(
  tx: Db,
  name: string,
  [column, to]: Erasure,
  theirs: RawBuilder<boolean>,
) {
  const [table, at] = [sql.table(name), sql.ref(column)];
  const filled = sql`${theirs} and ${at} is not null`;
  if (typeof to !== 'function')
    return void (await sql`update ${table} set ${at} = ${to} where ${filled}`.execute(tx));
  const found = sql<{
    stored: string;
  }>`select distinct ${at} as stored from ${table} where ${filled}`;
  for (const { stored } of (await found.execute(tx)).rows) {
    const left = sql`update ${table} set ${at} = ${to(stored)} where ${theirs} and ${at} = ${stored}`;
    await left.execute(tx);
  }
}
