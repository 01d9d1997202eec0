import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePerson } from '../../api/modules/accounts/delete-account.ts';
import { exportAccount, exportOnRequest } from '../../api/modules/accounts/export-data.ts';
import { removeTestOrders } from '../../api/modules/dashboard/remove-test-orders.ts';
import { PERSONAL_DATA } from '../../api/personal-data.ts';
import { type PersonalTable, wordsOf } from '../../api/platform/personal-data.ts';
import type { User } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';
import { fillDatabase } from '../support/full-database.ts';
import { buy, deliverWebhooks } from '../support/payments.ts';
import { rowWith } from '../support/rows.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const NAME = 'Asha Kulkarni';

/** Tables without anything of buyers and assistants, and why. */
const NOBODYS: Record<string, string> = {
  'of the app': 'migrations migration_lock leases settings limits',
  'content of the shop':
    'gigs content_items versions profiles legal_versions discount_codes releases',
  'files by their hash, which the rows that name them delete': 'files media pictures',
  'counted without visitors': 'visits',
  'emptied after the delivery': 'outbox',
  'emptied once they are handled': 'payment_events',
  'names accounts by id only, and goes with its age': 'audit_log',
};

const DECLARED = new Map<string, PersonalTable>(
  PERSONAL_DATA.flatMap((data) => Object.entries(data.tables)),
);

/** Whether a table's list has this place: a column, or a path into its JSON, `table.column.path`. */
function isNamed(place: string, list: 'unexported' | 'kept'): boolean {
  const [name = '', ...path] = place.split('.');
  const words = Object.values(DECLARED.get(name)?.[list] ?? {}).flatMap(wordsOf);
  return words.some((word) =>
    `${path.join('.')}.`.replaceAll('[', '.[').startsWith(`${word.replaceAll('[', '.[')}.`),
  );
}

interface Column {
  name: string;
  type: string;
  pk: number;
  /** Not 0 if the database calculates it. */
  hidden: number;
}

interface ForeignKey {
  table: string;
  from: string;
  to: string;
}

interface Table {
  name: string;
  columns: Column[];
  keys: ForeignKey[];
}

function readTables(file: SqliteFile.Database): Table[] {
  const names = file
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all() as string[];
  return names.map((name) => ({
    name,
    columns: file.prepare('select * from pragma_table_xinfo(?)').all(name) as Column[],
    keys: file.prepare('select * from pragma_foreign_key_list(?)').all(name) as ForeignKey[],
  }));
}

/**
 * The rows of a person: their account and whatever refers to it by foreign keys, also over several tables. A row that
 * refers to another account belongs to that one: what the owner wrote is the owner's.
 */
function rowsOf(file: SqliteFile.Database, tables: Table[], userId: string) {
  const rows = new Map<string, Set<number>>(tables.map(({ name }) => [name, new Set()]));
  const first = file.prepare('select rowid from users where id = ?').pluck().get(userId) as number;
  rows.get('users')?.add(first);
  for (let size = 0, more = 1; size !== more; ) {
    size = more;
    for (const { name, keys } of tables) {
      const ofOthers = keys
        .filter(({ table }) => table === 'users')
        .map(({ from }) => `and (${from} is null or ${from} = '${userId}')`);
      for (const { table, from, to } of keys) {
        const parents = [...(rows.get(table) ?? [])].join();
        const found = file
          .prepare(
            `select rowid from ${name} where ${from} in
             (select ${to} from ${table} where rowid in (${parents})) ${ofOthers.join(' ')}`,
          )
          .pluck()
          .all() as number[];
        for (const id of found) rows.get(name)?.add(id);
      }
    }
    more = [...rows.values()].reduce((sum, each) => sum + each.size, 0);
  }
  return rows;
}

/** The tables that refer to this one, also over several, and itself. */
function relatedTo(first: string, tables: Table[]): string[] {
  const related = new Set([first]);
  for (let size = 0; size !== related.size; ) {
    size = related.size;
    for (const { name, keys } of tables)
      if (keys.some(({ table }) => related.has(table))) related.add(name);
  }
  return [...related];
}

/** Times, ids and hashes, which hold no words. */
const FIXED =
  /^(\d{4}-\d\d-\d\d(T.*)?|[\da-f]{8}-[\da-f-]{27}|[\da-f]{64}|[a-z]+_[A-Za-z0-9]{14})$/;
const TIME = /_(at|by|on|until|date)$/;

/** Puts a marker with its place into each text of a value; JSON keeps its form. */
function marked(value: unknown, place: string): unknown {
  if (value === null || value === undefined) return `⟦${place}⟧`;
  if (typeof value !== 'string' || FIXED.test(value)) return value;
  try {
    const json: unknown = JSON.parse(value);
    if (typeof json === 'object' && json !== null) return JSON.stringify(markedJson(json, place));
  } catch {
    // It is a text.
  }
  return `⟦${place}⟧`;
}

function markedJson(value: unknown, place: string): unknown {
  if (Array.isArray(value))
    return value.length === 0
      ? [`⟦${place}[]⟧`]
      : value.map((each) => markedJson(each, `${place}[]`));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, markedJson(each, `${place}.${key}`)]),
    );
  return typeof value === 'string' && !FIXED.test(value) ? `⟦${place}⟧` : value;
}

/** Fills each column of this type in these rows with markers; returns their places. */
function mark(
  file: SqliteFile.Database,
  tables: Table[],
  rows: Map<string, Set<number>>,
  type: 'TEXT' | 'BLOB',
): Set<string> {
  const places = new Set<string>();
  for (const { name, columns, keys } of tables) {
    for (const column of columns) {
      const isReference = keys.some(({ from }) => from === column.name);
      if (column.type.toUpperCase() !== type || column.pk || column.hidden || isReference) continue;
      for (const rowid of rows.get(name) ?? []) {
        const where = `from ${name} where rowid = ?`;
        const value = file.prepare(`select ${column.name} ${where}`).pluck().get(rowid);
        if (value === null && TIME.test(column.name)) continue;
        const place = `${name}.${column.name}`;
        const after = type === 'BLOB' ? Buffer.from(`⟦${place}⟧`) : marked(value, place);
        try {
          file.prepare(`update ${name} set ${column.name} = ? where rowid = ?`).run(after, rowid);
          for (const each of placesIn(String(after))) places.add(each);
        } catch (error) {
          // One of a few words, or already marked in another row.
          expect((error as { code: string }).code).toMatch(/^SQLITE_CONSTRAINT_(CHECK|UNIQUE)$/);
        }
      }
    }
  }
  return places;
}

const placesIn = (text: string): string[] =>
  [...text.matchAll(/⟦([^⟧]+)⟧/g)].map(([, place]) => place ?? '');

/** Every value of a table as text. */
const dump = (file: SqliteFile.Database, { name }: Pick<Table, 'name'>): string =>
  JSON.stringify(
    (file.prepare(`select * from ${name}`).all() as Record<string, unknown>[]).map((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString() : value)),
    ),
  );

let app: TestApp;
let file: SqliteFile.Database;
let tables: Table[];
let rows: Map<string, Set<number>>;
let email: string;
let user: User;
/** Where the texts of the person are. */
let places: Set<string>;

beforeAll(async () => {
  app = await startTestApp();
  const { owner, buyer } = await fillDatabase(app);
  const { orderId } = await buy(app, buyer);
  const declined = { reason: `${NAME} asked for something else.` };
  expect((await owner.post(`/api/v1/desk/orders/${orderId}/reject`, declined)).status).toBe(200);
  // The refund of the declined order is under way, and would write over markers.
  await app.server.services.background.settled();
  await deliverWebhooks(app);
  file = new SqliteFile(join(app.dataDir, 'app.db'));
  tables = readTables(file);
  const found = file.prepare('select id, email from users where name = ?').get(NAME) as User;
  email = found.email;
  rows = rowsOf(file, tables, found.id);
  places = mark(file, tables, rows, 'TEXT');
  user = await rowWith(app, 'users', { id: found.id });
});
afterAll(async () => {
  file.close();
  await app.close();
});

test('the person has a row in each table that refers to people, so that nothing is left out', () => {
  const related = relatedTo('users', tables);
  expect(related.length).toBeGreaterThan(25);
  expect(related.filter((name) => rows.get(name)?.size === 0)).toEqual([]);
});

test('every column of every table is exported, or says why it is not', () => {
  const nobodys = Object.values(NOBODYS).flatMap(wordsOf);
  expect(tables.map(({ name }) => name).sort()).toEqual([...nobodys, ...DECLARED.keys()].sort());
  for (const { name, columns } of tables) {
    const table = DECLARED.get(name);
    if (!table) continue;
    const refers = [table.of, table.within ?? {}].flatMap((to) =>
      typeof to === 'string' ? [to] : Object.keys(to),
    );
    const named = [table.exported, ...Object.values(table.unexported ?? {})].flatMap(wordsOf);
    const needed = columns.map((column) => column.name).filter((column) => column !== 'id');
    const left = needed.filter((column) => ![...named, ...refers].includes(column));
    expect(left, `${name}: name them in its personal-data.ts`).toEqual([]);
    const inJson = /[.[]/;
    const unknown = named.filter(
      (word) => !inJson.test(word) && word !== 'id' && !needed.includes(word),
    );
    expect(unknown, `${name} has no such column`).toEqual([]);
    expect(named.length, `${name} names a column twice`).toBe(new Set(named).size);
  }
});

test('the export has every text about the person, and none that is said to be left out', async () => {
  const exported = new Set(
    placesIn(JSON.stringify(await exportAccount(app.server.services, user))),
  );
  const missing = [...places].filter((place) => !exported.has(place));
  expect(missing.filter((place) => !isNamed(place, 'unexported') && !isOnRequest(place))).toEqual(
    [],
  );
  expect([...exported].filter((place) => isNamed(place, 'unexported'))).toEqual([]);
});

const isOnRequest = (place: string): boolean =>
  DECLARED.get(place.split('.')[0] ?? '')?.isOnRequest ?? false;

test('the export has what a person has chosen of notifications', async () => {
  const { notificationPreferences } = (await exportAccount(app.server.services, user)) as Record<
    string,
    unknown
  >;
  expect(notificationPreferences).toEqual([{ about: 'review', turnedOff: 'email' }]);
});

test('what the owner gives out on request has the notes, too', async () => {
  const { services } = app.server;
  const owner = await rowWith(app, 'users', { role: 'owner' });
  const given = await exportOnRequest(services, user, owner);
  const { exportedAt, ...own } = await exportAccount(services, user);
  expect(given).toMatchObject({ ...own, notes: { text: '⟦client_notes.text⟧' } });
});

test('every row that belongs to an order goes with the test orders', async () => {
  const { services } = app.server;
  const live = { ...services, provider: { ...services.provider, isTest: false } };
  const related = relatedTo('orders', tables);
  expect(
    related.filter((name) => dump(file, { name }) === '[]'),
    'has no row to test',
  ).toEqual([]);
  const undo = new Error('undo');
  const removing = transaction(services, async (tx) => {
    const orders = await tx.updateTable('orders').set({ is_test: 1 }).returning('id').execute();
    const ids = orders.map(({ id }) => id);
    // The database refuses to remove an order while a row refers to it.
    expect(await removeTestOrders(tx, live)).toBe(ids.length);
    for (const { name, columns } of tables)
      if (columns.some((column) => column.name === 'order_id')) {
        const left = sql`select order_id from ${sql.table(name)} where order_id in (${sql.join(ids)})`;
        expect((await left.execute(tx)).rows, name).toEqual([]);
      }
    throw undo;
  });
  await expect(removing).rejects.toBe(undo);
});

test('nothing of the person stays when the account is deleted', async () => {
  const { services } = app.server;
  mark(file, tables, rows, 'BLOB');
  await transaction(services, (tx) => erasePerson(tx, PERSONAL_DATA, user));
  const texts = new Map(tables.map((table) => [table.name, dump(file, table)]));
  const left = [...texts.values()].flatMap(placesIn);
  expect(left.filter((place) => !isNamed(place, 'kept'))).toEqual([]);
  const naming = [...texts].filter(([, text]) => text.includes(NAME) || text.includes(email));
  expect(naming.map(([name]) => name)).toEqual([]);
});
