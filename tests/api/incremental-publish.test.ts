import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type MakeOptions,
  makeRelease,
  openCompiledSite,
} from '../../api/modules/site/make-release.ts';
import { entryOf, type Manifest } from '../../api/modules/site/manifest.ts';
import { siteOf, switchTo } from '../../api/modules/site/releases.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { seed } from '../../db/seed.ts';

/** How many publishes the chain has: `PUBLISHES=100 npx vitest run …` for the long run. */
const PUBLISHES = Number(process.env['PUBLISHES'] ?? 8);

const TABLES = [
  'gigs',
  'plans',
  'extras',
  'faqs',
  'gig_pictures',
  'pictures',
  'projects',
  'reviews',
];
/** Whose row is shown by name and picture. */
const SHOWN_TABLES = [...TABLES, 'users'];
/** Keys: another value is another row, or none. */
const KEYS = /^(id|.*_id|position|hash|.*_hash|email)$/;
const VALUES: Record<string, unknown> = {
  status: 'draft',
  role: 'buyer',
  half_stars: 3,
  edited: 1,
  is_verified: 0,
  description_html: '<p>Another description altogether</p>',
  variants: '[{"width":480,"mime":"image/webp","hash":"0"}]',
};

let store: Database;
let dataDir: string;
let count = 0;
const target = () => ({
  dataDir,
  databaseUrl: `sqlite:${join(dataDir, 'app.db')}`,
  siteOrigin: 'http://localhost:3000',
});

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'publish-'));
  store = openDatabase(target().databaseUrl);
  await migrate(store);
  await seed(store, { demoPeople: true });
});
afterAll(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Makes a release from the current one without switching to it. */
async function make(options: MakeOptions = {}) {
  count += 1;
  const name = `${String(count).padStart(17, '0')}-abcdef`;
  const progress = { put: () => {}, putIfRoom: () => {}, log: () => {} };
  return {
    name,
    ...(await makeRelease(target(), store, { ...options, name, progress, log: () => {} })),
  };
}

/** Renders every page; only share pictures that are as they were are not drawn again. */
const withNewTemplates: MakeOptions['open'] = async (...args) => ({
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
  return rows.map(({ name }) => name).filter((name) => !KEYS.test(name));
}

function otherThan(column: string, value: unknown, salt: number): unknown {
  if (column in VALUES) return VALUES[column];
  if (typeof value === 'number') return value + 1 + salt;
  const text = String(value ?? '');
  if (text.startsWith('[')) return JSON.stringify([`Zig ${salt}`, ...JSON.parse(text)]);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return '2025-03-04';
  if (/^\d{4}-\d\d-\d\dT/.test(text) || column.endsWith('_at')) return '2025-03-04T05:06:07.000Z';
  return `${text} changed ${salt}`;
}

/** Changes one value; returns what puts it back. */
async function change({ table, column, row }: Cell, salt = 0): Promise<() => Promise<unknown>> {
  const [from, name] = [sql.table(table), sql.ref(column)];
  const { rows } = await sql<{ rowid: number; value: unknown }>`
    SELECT rowid, ${name} AS value FROM ${from} ORDER BY rowid`.execute(store.db);
  const chosen = rows[row % rows.length];
  if (!chosen) throw new Error(`${table} is empty`);
  const set = (value: unknown) =>
    sql`UPDATE ${from} SET ${name} = ${value} WHERE rowid = ${chosen.rowid}`.execute(store.db);
  await set(otherThan(column, chosen.value, salt));
  return () => set(chosen.value);
}

const pagesThatDiffer = (before: Manifest, now: Manifest) =>
  Object.entries(now.pages)
    .filter(([, { file }]) => before.files[file]?.sha256 !== now.files[file]?.sha256)
    .map(([path]) => path)
    .sort();

test('a change of any column renders exactly the pages that show it', async () => {
  const base = await make({ all: true });
  await switchTo(dataDir, base.name);
  expect((await make()).rendered).toEqual([]);
  const seen: string[] = [];
  for (const table of SHOWN_TABLES) {
    for (const column of await columnsOf(table)) {
      const undo = await change({ table, column, row: 0 });
      if (table === 'pictures' && column === 'variants') {
        await undo();
        continue;
      }
      const incremental = await make();
      const whole = await make({ open: withNewTemplates });
      const differ = pagesThatDiffer(base.manifest, whole.manifest);
      expect.soft(incremental.rendered.toSorted(), `${table}.${column}`).toEqual(differ);
      expect.soft(incremental.manifest.files, `${table}.${column}`).toEqual(whole.manifest.files);
      if (differ.length > 0) seen.push(`${table}.${column}`);
      await undo();
    }
  }
  expect(seen).toEqual(
    expect.arrayContaining([
      'gigs.title',
      'plans.price',
      'faqs.answer',
      'projects.tech',
      'reviews.comment',
      'users.name',
    ]),
  );
  expect(seen).not.toContain('gigs.updated_at');
});

test('a chain of random publishes gives the same bytes as rendering everything at once', async () => {
  const columns = await Promise.all(
    TABLES.filter((table) => table !== 'pictures').map(async (table) =>
      (await columnsOf(table)).map((column) => ({ table, column })),
    ),
  );
  const cell = fc.record({ at: fc.constantFrom(...columns.flat()), row: fc.nat(20) });
  const steps = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), {
    minLength: PUBLISHES,
    maxLength: PUBLISHES,
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
});
