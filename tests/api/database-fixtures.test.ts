import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { listPublishedGigs } from '../../api/modules/catalog/gigs/queries.ts';
import { hashTerms } from '../../api/modules/orders/agreements/write-agreement.ts';
import { verifyAuditLog } from '../../api/platform/audit/audit-log.ts';
import { HOUR, systemClock } from '../../api/platform/clock.ts';
import { createLog } from '../../api/platform/log.ts';
import { type App, startApp } from '../../api/start-app.ts';
import { runTestPurchase } from '../../api/upgrade/test-purchase.ts';
import { newestOf } from '../../db/migrate.ts';
import { transaction } from '../../db/transaction.ts';
import { countRows, fillDatabase } from '../support/full-database.ts';
import { changeGig } from '../support/gigs.ts';
import { Person } from '../support/http-client.ts';
import { checkTables } from '../support/invariants.ts';
import { CAPTURED, payRemaining, startCheckout, verifyPayment } from '../support/payments.ts';
import { PASSWORD, signedIn } from '../support/people.ts';
import { acceptQuote } from '../support/quotes.ts';
import { rowWith } from '../support/rows.ts';
import {
  createDataDir,
  createDataFolder,
  type RunningApp,
  startTestApp,
} from '../support/test-app.ts';
import { LAST_CODE, leaveWorkUnfinished } from '../support/unfinished-work.ts';

/** Databases of released versions. `SAVE_FIXTURE=1` writes today's here, named after its newest migration. */
const FOLDER = new URL('../fixtures/databases/', import.meta.url);

/** Mail and second factors in the files are encrypted with it. */
const SECRET_KEY = 'the key with which every fixture was made';

interface Agreed {
  id: string;
  json: string | null;
  sha256: string | null;
}

const PAPERS = `select number, data, pdf from receipts
  union all select number, data, pdf from billing_documents order by number`;

/** What was agreed, or can still be. */
const AGREED = `select order_id as id, json, sha256 from agreements
  union all select id, json, sha256 from quotes union all select id, draft, null from quotes
  order by 1, 2`;

const fixtures = existsSync(FOLDER) ? readdirSync(FOLDER) : [];

/** Writes a fixture into a data folder and returns the path of the database. */
function unpackDatabase(name: string, dataDir: string): string {
  const file = join(dataDir, 'app.db');
  writeFileSync(file, brotliDecompressSync(readFileSync(new URL(name, FOLDER))));
  return file;
}

/** The database without its pictures, which are most of its bytes. */
function saveFixture(file: string, to: URL): void {
  const folder = mkdtempSync(join(tmpdir(), 'fixture-'));
  const small = join(folder, 'small.db');
  const source = new SqliteFile(file);
  source.exec(`vacuum into '${small}'`);
  source.close();
  const copy = new SqliteFile(small);
  copy.exec('vacuum');
  copy.close();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(to, brotliCompressSync(readFileSync(small)));
  rmSync(folder, { recursive: true });
}

function startAppIn(
  dataDir: string,
  onError: (line: string) => void,
  clock = systemClock,
): Promise<App> {
  const log = createLog({ production: false, logLevel: 'error' }, onError);
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, SECRET_KEY }, dataDir);
  return startApp({ config, clock, log, publishProgram: ['-e', ''] });
}

test.runIf(process.env['SAVE_FIXTURE'])('saves a database with a row in each table', async () => {
  const seller = {
    ...{ SELLER_ADDRESS: '14 Law College Road, Pune 411004', SELLER_STATE: 'Maharashtra' },
    SELLER_GSTIN: '27AAPFU0939F1ZV',
  };
  const app = await startTestApp({ SECRET_KEY, ...seller });
  const { owner } = await fillDatabase(app);
  await leaveWorkUnfinished(app, owner);
  const counts = await countRows(app.server.services.store.db);
  expect(Object.keys(counts).filter((table) => counts[table] === 0)).toEqual([]);
  saveFixture(join(app.dataDir, 'app.db'), new URL(`${newestOf()}.db.br`, FOLDER));
  await app.close();
});

for (const name of fixtures) {
  test(`the database of ${name} is upgraded, loses no row, and takes a purchase`, async () => {
    const dataDir = createDataFolder();
    const old = new SqliteFile(unpackDatabase(name, dataDir), { readonly: true });
    const tables = old
      .prepare<[], string>("select name from sqlite_master where type = 'table'")
      .pluck()
      .all()
      .filter((table) => !/^(migration|sqlite|leases|limits)/.test(table));
    const countOf = (table: string) =>
      old.prepare<[], number>(`select count(*) from ${table}`).pluck().get() ?? 0;
    const before = Object.fromEntries(tables.map((table) => [table, countOf(table)]));
    const papers = old.prepare(PAPERS).all();
    const agreed = old.prepare<[], Agreed>(AGREED).all();
    old.close();
    expect(tables.filter((table) => before[table] === 0)).toEqual([]);
    const errors: string[] = [];
    const app = await startAppIn(dataDir, (line) => errors.push(line));
    const { db } = app.services.store;
    const after = await countRows(db);
    for (const table of tables)
      expect(after[table], table).toBeGreaterThanOrEqual(before[table] ?? 0);
    // The stored PDFs too are the same to the byte.
    expect((await sql.raw(PAPERS).execute(db)).rows).toEqual(papers);
    expect((await sql.raw(AGREED).execute(db)).rows).toEqual(agreed);
    for (const { json, sha256 } of agreed)
      if (json && sha256) expect(hashTerms(JSON.parse(json))).toEqual({ json, sha256 });
    await checkTables({ server: app } as unknown as RunningApp);
    expect(await verifyAuditLog(db)).toMatchObject({ brokenAt: null });
    expect(await runTestPurchase(app)).not.toBeNull();
    await checkTables({ server: app } as unknown as RunningApp);
    await app.close();
    // The sandbox is new and has none of the old payments.
    const known =
      /^(an open payment could not be checked|a refund could not be followed|a dispute could not be checked|a report could not be handled)/;
    expect(errors.filter((line) => !known.test(line))).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });

  test(`what people had begun before the upgrade of ${name} goes on after it`, async () => {
    const dataDir = createDataFolder();
    const old = new SqliteFile(unpackDatabase(name, dataDir), { readonly: true });
    const saved = old.prepare<[], string>('select max(at) from audit_log').pluck().get();
    old.close();
    // The quote was accepted a few minutes ago, so its first part can still be paid.
    const soon = new Date(Date.parse(`${saved}`) + HOUR / 6);
    const server = await startAppIn(
      dataDir,
      () => {},
      () => soon,
    );
    const { db } = server.services.store;
    const app = {
      ...{ server, sandbox: server.razorpaySandbox },
      visitor: () => new Person(server.config.siteOrigin, [], new Set()),
    } as unknown as RunningApp;
    // The sandbox is new and does not know the orders that the one before it made.
    await transaction(server.services, (tx) =>
      tx
        .updateTable('instalments')
        .set({ provider_order_id: null })
        .where('payment_id', 'is', null)
        .execute(),
    );
    const pay = async (person: Person, provider: string) => {
      const verified = await verifyPayment(person, app.sandbox.pay(provider, CAPTURED));
      expect(verified.status, JSON.stringify(verified.body)).toBe(200);
      return verified.body.order.paymentInfo;
    };
    const begun = await db
      .selectFrom('orders')
      .innerJoin('users', 'users.id', 'orders.buyer_id')
      .select(['users.name', 'users.id', 'orders.id as order_id', 'checkout_id', 'payment_type'])
      .where('users.name', 'in', ['Full Payer', 'Milestone Payer', 'Devika Iyer', 'Farah Sheikh'])
      .orderBy('orders.created_at')
      .execute();
    for (const { name, id, order_id, checkout_id, payment_type } of begun) {
      const person = await signedIn(app, id);
      if (name.endsWith('Payer')) {
        const same = { checkoutId: checkout_id, paymentType: payment_type };
        const { checkout } = await startCheckout(person, same);
        expect(await pay(person, checkout.orderId), name).toMatchObject({
          paymentType: payment_type,
        });
        continue;
      }
      const isQuote = name === 'Devika Iyer';
      const { status, body } = isQuote
        ? await acceptQuote(person, (await rowWith(db, 'quotes', { order_id })).id)
        : await payRemaining(person, order_id);
      expect(status, `${name} ${JSON.stringify(body)}`).toBe(isQuote ? 201 : 200);
      expect(await pay(person, body.orderId), name).toMatchObject({
        paidAmount: isQuote ? 20_000.5 : 40_000.5,
      });
    }
    expect(begun.map(({ name }) => name)).toHaveLength(4);
    for (const [name, code, status] of [
      ['Gita App', '000000', 401],
      ['Hari Codes', LAST_CODE, 200],
    ] as const) {
      const { email } = await rowWith(db, 'users', { name });
      const person = app.visitor();
      const { body } = await person.post('/api/v1/user/sign-in', { email, password: PASSWORD });
      expect(body.secondStep, name).toMatchObject({ totp: true, passkey: false });
      expect((await person.post('/api/v1/user/sign-in/confirm', { code })).status).toBe(status);
    }
    await checkTables({ server } as unknown as RunningApp);
    await server.close();
    rmSync(dataDir, { recursive: true });
  });
}

test('the rehearsed purchase passes over gigs that cannot be ordered', async () => {
  const dataDir = createDataDir();
  const app = await startAppIn(dataDir, () => {});
  const { store } = app.services;
  const [first] = await listPublishedGigs(store.db);
  const withoutPlans = (gigs: (string | undefined)[]) =>
    transaction(app.services, async (tx) => {
      for (const id of gigs) await changeGig(tx, `${id}`, () => ({ PricingPlans: [] }));
    });
  await withoutPlans([first?.id]);
  const orderId = await runTestPurchase(app);
  const { items } = await store.db
    .selectFrom('orders')
    .select('items')
    .where('id', '=', `${orderId}`)
    .executeTakeFirstOrThrow();
  expect(items).not.toContain(first?.id);
  await withoutPlans((await listPublishedGigs(store.db)).map(({ id }) => id));
  expect(await runTestPurchase(app)).toBeNull();
  await app.close();
  rmSync(dataDir, { recursive: true });
});
