import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readProfile } from '../../api/modules/catalog/profile/read-profile.ts';
import {
  type BuildOptions,
  buildPages,
  openCompiledSite,
} from '../../api/modules/site/build/build-release.ts';
import { entryOf, type Manifest } from '../../api/modules/site/releases/release-folder.ts';
import { siteOf, switchTo } from '../../api/modules/site/releases/rendered-site.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { seedInto } from '../support/database.ts';
import fc, { randomRuns } from '../support/fast-check.ts';

const CHAIN_LENGTH = randomRuns(3);
const COLUMNS = randomRuns(1);

const TABLES = ['gigs', 'pictures', 'content_items', 'reviews'];
/** The tables whose rows are shown with name and picture. */
const SHOWN_TABLES = [...TABLES, 'users'];
/** Keys, by their last name: with a different value the row is a different one, or is missing; `picture` where there is none. */
const KEYS = /^(id|.*_id|position|hash|.*_hash|email|picture)$/;
const VALUES: Record<string, unknown> = {
  status: 'draft',
  role: 'buyer',
  half_stars: 3,
  edited: 1,
  is_verified: 0,
  pausedUntil: '2099-12-07',
  liveLink: 'https://another.example/',
  callLink: 'https://calls.example/',
  variants: '[{"width":480,"mime":"image/webp","hash":"0"}]',
};

/** Every column and a chain of 100 take minutes. */
const LONGEST = 3_600_000;

let store: Database;
let dataDir: string;
let count = 0;
/** What is published before each test. */
let base: Awaited<ReturnType<typeof make>>;
const target = () => ({
  dataDir,
  databaseUrl: `sqlite:${join(dataDir, 'app.db')}`,
  siteOrigin: 'http://localhost:3000',
});

beforeAll(async () => {
  // As in the publishing process, so that React is the one of production.
  vi.stubEnv('NODE_ENV', 'production');
  dataDir = mkdtempSync(join(tmpdir(), 'publish-'));
  store = openDatabase(target().databaseUrl);
  await migrate(store);
  await seedInto(store, dataDir);
  const answer = { reply: 'Thank you.', replied_at: '2025-01-02T03:04:05.000Z' };
  await store.db.updateTable('reviews').set(answer).execute();
  base = await make({ all: true });
  await switchTo(dataDir, base.name);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Makes a release from the current one without switching to it. */
async function make(options: BuildOptions = {}) {
  count += 1;
  const name = `${String(count).padStart(17, '0')}-abcdef`;
  return {
    name,
    ...(await buildPages(target(), store, { ...options, name, log: () => {} })),
  };
}

/** Renders every page; only unchanged share pictures are not drawn again. */
const withNewTemplates: BuildOptions['open'] = async (...args) => ({
  ...(await openCompiledSite(...args)),
  version: 'another',
});

interface Cell {
  table: string;
  column: string;
  row: number;
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT name FROM pragma_table_info(${table})`.execute(store.db);
  const columns = rows.map(({ name }) => name);
  if (!columns.includes('body')) return columns.filter((name) => !KEYS.test(name));
  const { body } = await store.db
    .selectFrom(table as 'gigs')
    .select('body')
    .executeTakeFirstOrThrow();
  return [
    ...columns.filter((name) => name !== 'body'),
    ...fieldsOf(JSON.parse(body), 'body'),
  ].filter((name) => !KEYS.test(name.split('.').at(-1) ?? ''));
}

/** The fields of a document like columns: `body.FAQ.0.answer` is the answer of its first question. */
function fieldsOf(value: unknown, path: string): string[] {
  const isOfTexts = Array.isArray(value) && typeof value[0] !== 'object';
  if (typeof value !== 'object' || value === null || isOfTexts) return [path];
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined);
  return entries.flatMap(([key, each]) => fieldsOf(each, `${path}.${key}`));
}

/** Replaces the field at a path of a document; one that has nothing there stays as it is. */
function replaceAt(value: unknown, path: string[], to: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return to(value);
  const copy = structuredClone(value) as Record<string, unknown>;
  if (rest.length > 0 && !copy[key]) return value;
  copy[key] = replaceAt(copy[key], rest, to);
  return copy;
}

function otherThan(column: string, value: unknown, salt: number): unknown {
  if (column in VALUES) return VALUES[column];
  if (typeof value === 'number') return value + 1 + salt;
  if (Array.isArray(value)) return [`Zig ${salt}`, ...value];
  const text = String(value ?? '');
  if (text.startsWith('[')) return JSON.stringify([`Zig ${salt}`, ...JSON.parse(text)]);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return '2025-03-04';
  if (/^\d{4}-\d\d-\d\dT/.test(text) || column.endsWith('_at')) return '2025-03-04T05:06:07.000Z';
  return `${text} changed ${salt}`;
}

/** Changes one value; returns a function that restores it. */
async function change({ table, column, row }: Cell, salt = 0): Promise<() => Promise<unknown>> {
  const [stored = '', ...path] = column.split('.');
  const [from, name] = [sql.table(table), sql.ref(stored)];
  const { rows } = await sql<{ rowid: number; value: unknown }>`
    SELECT rowid, ${name} AS value FROM ${from} ORDER BY rowid`.execute(store.db);
  const chosen = rows[row % rows.length];
  if (!chosen) throw new Error(`${table} is empty`);
  const set = (value: unknown) =>
    sql`UPDATE ${from} SET ${name} = ${value} WHERE rowid = ${chosen.rowid}`.execute(store.db);
  const other = (value: unknown) => otherThan(path.at(-1) ?? stored, value, salt);
  await set(
    path.length === 0
      ? other(chosen.value)
      : JSON.stringify(replaceAt(JSON.parse(String(chosen.value)), path, other)),
  );
  return () => set(chosen.value);
}

const pagesThatDiffer = (before: Manifest, now: Manifest) =>
  Object.entries(now.pages)
    .filter(([, { file }]) => before.files[file]?.sha256 !== now.files[file]?.sha256)
    .map(([path]) => path)
    .sort();

/** Columns that are certainly shown, and columns that are not. */
const SHOWN = [
  'gigs.body.title',
  'gigs.body.PricingPlans.0.price',
  'gigs.body.FAQ.0.answer',
  'content_items.body.tech',
  'content_items.body.liveLink',
  'reviews.comment',
  'users.name',
];
const HIDDEN = ['gigs.updated_at', 'reviews.replied_at'];

/** Every column that a change of a row can touch, as table and column. */
async function allColumns(): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const table of SHOWN_TABLES) {
    for (const column of await columnsOf(table)) found.push([table, column]);
  }
  return found.filter((each) => each.join('.') !== 'pictures.variants');
}

test(
  'a change of any column renders exactly the pages that show it',
  async () => {
    expect((await make()).rendered).toEqual([]);
    const columns = await allColumns();
    const named = columns.filter((each) => [...SHOWN, ...HIDDEN].includes(each.join('.')));
    const others = columns.filter((each) => !named.includes(each));
    const many = Math.min(COLUMNS, others.length);
    const subset = fc.shuffledSubarray(others, { minLength: many, maxLength: many });
    const seen: string[] = [];
    for (const [table, column] of [...named, ...(fc.sample(subset, 1)[0] ?? [])]) {
      const undo = await change({ table, column, row: 0 });
      const incremental = await make();
      const whole = await make({ open: withNewTemplates });
      const differ = pagesThatDiffer(base.manifest, whole.manifest);
      expect.soft(incremental.rendered.toSorted(), `${table}.${column}`).toEqual(differ);
      expect.soft(incremental.manifest.files, `${table}.${column}`).toEqual(whole.manifest.files);
      if (differ.length > 0) seen.push(`${table}.${column}`);
      await undo();
    }
    expect(seen).toEqual(expect.arrayContaining(SHOWN));
    for (const column of HIDDEN) expect(seen).not.toContain(column);
  },
  LONGEST,
);

test('a change of the profile renders exactly the pages that show it', async () => {
  const { body: starter } = await readProfile(store.db);
  const changes = {
    sentence: 'Another offer.',
    showcase: [],
    customersSay: 'Something else.',
    brand: {
      ...starter.brand,
      studio: 'Mira Works',
      accent: { light: '#1d4ed8', dark: '#93c5fd' },
    },
    replyTemplates: [],
  };
  for (const [field, value] of Object.entries(changes)) {
    const body = JSON.stringify({ ...starter, [field]: value });
    const row = { version: 2, body, saved_at: '2026-01-05T09:00:00.000Z' };
    await store.db.insertInto('profiles').values(row).execute();
    const incremental = await make();
    // What it has drawn need not be drawn again.
    await switchTo(dataDir, incremental.name);
    const whole = await make({ open: withNewTemplates });
    await switchTo(dataDir, base.name);
    expect
      .soft(incremental.rendered.toSorted(), field)
      .toEqual(pagesThatDiffer(base.manifest, whole.manifest));
    expect.soft(incremental.manifest.files, field).toEqual(whole.manifest.files);
    expect.soft(incremental.rendered.length > 0, field).toBe(field !== 'replyTemplates');
    await store.db.deleteFrom('profiles').where('version', '=', 2).execute();
  }
});

test(
  'a chain of random publishes gives the same bytes as rendering everything at once',
  async () => {
    const columns = await Promise.all(
      TABLES.filter((table) => table !== 'pictures').map(async (table) =>
        (await columnsOf(table)).map((column) => ({ table, column })),
      ),
    );
    const cell = fc.record({ at: fc.constantFrom(...columns.flat()), row: fc.nat(20) });
    const steps = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), {
      minLength: CHAIN_LENGTH,
      maxLength: CHAIN_LENGTH,
    });
    const [chain = []] = fc.sample(steps, 1);
    for (const [salt, changes] of chain.entries()) {
      for (const { at, row } of changes) await change({ ...at, row }, salt);
      const made = await make();
      await switchTo(dataDir, made.name);
    }
    const last = await make();
    const whole = await make({ all: true });
    expect(last.rendered).toEqual([]);
    expect(last.manifest, JSON.stringify(chain)).toEqual(whole.manifest);
    for (const [file, entry] of Object.entries(last.manifest.files)) {
      expect(entryOf(readFileSync(join(siteOf(dataDir), last.name, file))), file).toEqual(entry);
    }
  },
  LONGEST,
);
