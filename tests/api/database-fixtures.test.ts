import { createHash } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { type DocumentData, supplyOfPaper } from '../../api/modules/billing/document-data.ts';
import { run as draw } from '../../api/modules/billing/document-pdf.ts';
import { textOf } from '../../api/modules/billing/document-text.ts';
import { taxIn } from '../../api/modules/billing/tax-rules.ts';
import type { StoredItem } from '../../api/modules/catalog/content/kind.ts';
import { listItems } from '../../api/modules/catalog/content/queries.ts';
import {
  listGigs,
  listPublishedGigs,
  type StoredGig,
} from '../../api/modules/catalog/gigs/queries.ts';
import { projectKind } from '../../api/modules/catalog/projects/kind.ts';
import type { ProjectBody } from '../../api/modules/catalog/projects/schema.ts';
import { hashTerms } from '../../api/modules/orders/agreements/write-agreement.ts';
import { WORKER } from '../../api/modules/site/publish/publish-worker.ts';
import { verifyAuditLog } from '../../api/platform/audit/audit-log.ts';
import { systemClock } from '../../api/platform/clock.ts';
import { createLog } from '../../api/platform/log.ts';
import { toPaise } from '../../api/platform/money/rules.ts';
import { type App, startApp } from '../../api/start-app.ts';
import { runTestPurchase } from '../../api/upgrade/test-purchase.ts';
import type { Db } from '../../db/database.ts';
import { newestOf } from '../../db/migrate.ts';
import { transaction } from '../../db/transaction.ts';
import { countRows, fillDatabase } from '../support/full-database.ts';
import { changeGig } from '../support/gigs.ts';
import { Person } from '../support/http-client.ts';
import { checkTables } from '../support/invariants.ts';
import { CAPTURED, payRemaining, startCheckout, verifyPayment } from '../support/payments.ts';
import { PASSWORD, STORE, signedIn } from '../support/people.ts';
import { acceptQuote } from '../support/quotes.ts';
import { rowWith } from '../support/rows.ts';
import { FIXTURE_KEY, FIXTURES, unpackDatabase } from '../support/stored-fixtures.ts';
import {
  createDataDir,
  createDataFolder,
  type RunningApp,
  startTestApp,
} from '../support/test-app.ts';
import { LAST_CODE, leaveWorkUnfinished } from '../support/unfinished-work.ts';
import { waitFor } from '../support/wait-for.ts';

/** `SAVE_FIXTURE=1` writes today's database here, named after its newest migration. */
const FOLDER = FIXTURES;
const SECRET_KEY = FIXTURE_KEY;

/** The title of a gig that is saved and not published in the newer files. */
const UNPUBLISHED = 'A title that nobody published';

/** Tables that a later migration removed. */
const REMOVED = ['plans', 'extras', 'faqs', 'gig_pictures', 'projects'];

interface Agreed {
  id: string;
  json: string | null;
  sha256: string | null;
}

interface Paper {
  number: string;
  data: string;
  pdf: Buffer | null;
}

const PAPERS = `select number, data, pdf from receipts
  union all select number, data, pdf from billing_documents order by number`;

/** What was agreed, or can still be. */
const AGREED = `select order_id as id, json, sha256 from agreements
  union all select id, json, sha256 from quotes union all select id, draft, null from quotes
  order by 1, 2`;

/** The SHA-256 of what the papers of each file said when it was saved. */
const TEXTS: Record<string, string> = {
  '0017-assistants.db.br': 'c00fe27751123da3d5a9cf118807f1366a0dac4594fce1e8722a9156f830d546',
  '0053-currencies.db.br': '47f0921a2d8a2b5609b792aabfec9c883f82b607fa21d8349f036b3f307b7d05',
};

const fixtures = readdirSync(FOLDER).filter((name) => name.endsWith('.db.br'));

/** The database without its pictures, which are most of its bytes. */
function saveFixture(file: string, to: URL): void {
  const folder = mkdtempSync(join(tmpdir(), 'fixture-'));
  const small = join(folder, 'small.db');
  const source = new SqliteFile(file);
  source.exec(`vacuum into '${small}'`);
  source.close();
  const copy = new SqliteFile(small);
  copy.exec("update media set bytes = x'00' where length(bytes) > 1000; vacuum");
  copy.close();
  writeFileSync(to, brotliCompressSync(readFileSync(small)));
  rmSync(folder, { recursive: true });
}

/** The releases of the site as `[path, text]`; pictures are empty, and links have what they lead to. */
function saveSite(folder: string, to: URL): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (entry.isSymbolicLink()) return [[name, { link: readlinkSync(path) }]];
    if (!entry.isFile() || /\.(br|gz)$/.test(name)) return [];
    const isText = /\.(html|css|m?js|json|svg|xml|txt|webmanifest)$|\/_/.test(name);
    return [[name, isText ? readFileSync(path, 'utf8') : '']];
  });
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(to, brotliCompressSync(JSON.stringify(files), { params }));
}

async function publish(owner: Person): Promise<void> {
  expect((await owner.post('/api/v1/desk/publish')).status).toBe(202);
  await waitFor(async () => {
    const { body } = await owner.get('/api/v1/desk/publish');
    if (body.running || !body.latest) throw new Error('still publishing');
    expect(body.latest).toMatchObject({ failure: null });
  });
}

/** What gigs offered when plans, extras, questions and pictures had tables. */
function offersIn(old: SqliteFile.Database): unknown[][] {
  const rows = (query: string) => old.prepare<[], unknown[]>(query).raw().all();
  return [
    ...rows('select gig_id, id, plan_type, price from plans order by gig_id, position'),
    ...rows('select gig_id, id, name, price from extras order by gig_id, position'),
    ...rows('select gig_id, question, answer from faqs order by gig_id, position'),
    ...rows('select gig_id, picture_id, alt from gig_pictures order by gig_id, position'),
    ...rows('select id, title, description_html, technologies from gigs order by id'),
  ];
}

/** The same from the documents. */
function offersOf(gigs: StoredGig[]): unknown[][] {
  const sorted = gigs.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const all = (rows: (gig: StoredGig['body']) => unknown[][]) =>
    sorted.flatMap(({ id, body }) => rows(body).map((row) => [id, ...row]));
  return [
    ...all((gig) =>
      gig.PricingPlans.map(({ _id, planType, price }) => [_id, planType, toPaise(price)]),
    ),
    ...all((gig) => gig.extraFeatures.map(({ _id, name, price }) => [_id, name, toPaise(price)])),
    ...all((gig) => gig.FAQ.map(({ question, answer }) => [question, answer])),
    ...all((gig) => gig.pictures.map(({ _id, alt }) => [_id, alt])),
    ...sorted.map(({ id, title, body }) => [
      ...[id, title, body.description, JSON.stringify(body.technologies)],
    ]),
  ];
}

/** Past work when it had columns. */
const pastWorkIn = (old: SqliteFile.Database): unknown[][] =>
  old
    .prepare<[], unknown[]>(`select id, slug, status, version, title, description, industry, tech,
      price_min, price_max, started_on, ended_on, posted_on, picture_id, alt
      from projects order by position`)
    .raw()
    .all();

/** The same from the documents. */
const pastWorkOf = async (db: Db): Promise<unknown[][]> =>
  (await listItems<StoredItem<ProjectBody>>(db, projectKind))
    .toSorted((a, b) => a.position - b.position)
    .map(({ id, slug, status, version, body, created_at }) => [
      ...[id, slug, status, version, body.title, body.desc, body.type, JSON.stringify(body.tech)],
      ...[toPaise(body.priceRange?.min ?? 0), toPaise(body.priceRange?.max ?? 0)],
      ...[body.timeframe?.start, body.timeframe?.end, created_at.slice(0, 10)],
      ...[body.picture?._id, body.picture?.alt],
    ]);

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
  const app = await startTestApp({ SECRET_KEY, ...seller }, { publishProgram: WORKER });
  const { owner } = await fillDatabase(app);
  await publish(owner);
  await leaveWorkUnfinished(app, owner);
  const { gig } = (await owner.get(`/api/v1/desk/gigs/${STORE}`)).body;
  await owner.put(`/api/v1/desk/gigs/${STORE}`, { ...gig, title: UNPUBLISHED });
  const counts = await countRows(app.server.services.store.db);
  const empty = Object.keys(counts).filter((table) => counts[table] === 0);
  expect(empty).toEqual([]);
  saveFixture(join(app.dataDir, 'app.db'), new URL(`${newestOf()}.db.br`, FOLDER));
  saveSite(join(app.dataDir, 'site'), new URL(`${newestOf()}.site.br`, FOLDER));
  await app.close();
});

test('there is a fixture', () => {
  expect(fixtures.length).toBeGreaterThan(0);
});

for (const name of fixtures) {
  test(`the database of ${name} is upgraded, loses no row, and takes a purchase`, async () => {
    const dataDir = createDataFolder();
    const file = unpackDatabase(name.replace('.db.br', ''), dataDir);
    const old = new SqliteFile(file, { readonly: true });
    const before = Object.fromEntries(
      old
        .prepare<[], { name: string }>("select name from sqlite_master where type = 'table'")
        .all()
        .map((table) => [
          table.name,
          old.prepare<[], { count: number }>(`select count(*) as count from ${table.name}`).get()
            ?.count,
        ]),
    );
    const offers = 'plans' in before ? offersIn(old) : null;
    const pastWork = 'projects' in before ? pastWorkIn(old) : null;
    const papers = old.prepare<[], Paper>(PAPERS).all();
    const agreed = old.prepare<[], Agreed>(AGREED).all();
    old.close();
    const errors: string[] = [];
    const app = await startAppIn(dataDir, (line) => errors.push(line));
    const { db } = app.services.store;
    const after = await countRows(db);
    const tables = Object.keys(before).filter(
      (table) => !REMOVED.includes(table) && !/^(kysely|sqlite|leases|limits)/.test(table),
    );
    for (const table of tables)
      expect(after[table], table).toBeGreaterThanOrEqual(before[table] ?? 0);
    expect(tables.filter((table) => before[table] === 0)).toEqual([]);
    // The stored PDFs too are the same to the byte.
    expect((await sql.raw<Paper>(PAPERS).execute(db)).rows).toEqual(papers);
    expect((await sql.raw<Agreed>(AGREED).execute(db)).rows).toEqual(agreed);
    for (const { json, sha256 } of agreed)
      if (json && sha256) expect(hashTerms(JSON.parse(json))).toEqual({ json, sha256 });
    const texts = papers.map(({ data }) => textOf(JSON.parse(data) as DocumentData));
    expect(createHash('sha256').update(JSON.stringify(texts)).digest('hex')).toBe(TEXTS[name]);
    if (offers) expect(offersOf(await listGigs(db))).toEqual(offers);
    if (pastWork) expect(await pastWorkOf(db)).toEqual(pastWork);
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
}

/** Those that a seller with a GSTIN issued before buyers could be companies or abroad, and what they said then. */
const PAPERS_WITH_GSTIN = new URL('../fixtures/papers/0042-with-gstin.json.br', import.meta.url);

test('papers of sellers with a GSTIN say what they said when they were issued, and a refund of one takes its tax', () => {
  const stored = brotliDecompressSync(readFileSync(PAPERS_WITH_GSTIN)).toString();
  const papers = JSON.parse(stored) as { data: DocumentData; text: object }[];
  const taxes = new Set(papers.flatMap(({ data }) => data.tax.lines.map(({ name }) => name)));
  expect([papers.length, [...taxes].sort()]).toEqual([12, ['CGST', 'IGST', 'SGST']]);
  for (const { data, text } of papers) {
    expect(textOf(data), data.number).toEqual(text);
    const supply = supplyOfPaper({ data: JSON.stringify(data) });
    if (data.kind === 'advance') expect(taxIn(data.payment.amount, supply)).toEqual(data.tax);
  }
});

test('a paper that is drawn again years later is the same file to the byte', async () => {
  const stored = brotliDecompressSync(readFileSync(PAPERS_WITH_GSTIN)).toString();
  const [{ data }] = JSON.parse(stored) as [{ data: DocumentData }];
  const first = await draw(JSON.stringify(data));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100_000_000_000 });
  const again = await draw(JSON.stringify(data));
  vi.useRealTimers();
  expect(again.equals(first)).toBe(true);
});

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

test('what people had begun before the upgrade goes on after it', async () => {
  const dataDir = createDataFolder();
  unpackDatabase('0053-currencies', dataDir);
  // The quote was accepted a few minutes ago, so its first part can still be paid.
  const soon = new Date('2026-11-26T22:30:00Z');
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
