import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import SqliteFile from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CheckSkipped } from '../../api/modules/dashboard/doctor/check.ts';
import { rules } from '../../api/modules/dashboard/doctor/origin-checks.ts';
import { type Probes, systemProbes } from '../../api/modules/dashboard/doctor/probes.ts';
import {
  createInstallationChecks,
  readReport,
  runDoctor,
} from '../../api/modules/dashboard/doctor/run-doctor.ts';
import {
  changeMailboxState,
  type MailboxState,
} from '../../api/modules/mail-replies/mailbox-state.ts';
import { DOCTOR_EVENT } from '../../api/modules/payments/doctor-test-order.ts';
import { DAY, HOUR, later, MINUTE, SECOND } from '../../api/platform/clock.ts';
import { checkFiles } from '../../api/platform/files/check-files.ts';
import type { CheckResult } from '../../api/platform/installation-checks.ts';
import { openDatabase } from '../../db/database.ts';
import { newKey } from '../../db/encrypted-backup.ts';
import { nameFile } from '../../db/files/stored-files.ts';
import { fillDisk } from '../support/full-disk.ts';
import type { Person } from '../support/http-client.ts';
import { openMisconfiguredProxy, type ProxyFaults } from '../support/misconfigured-proxy.ts';
import { CAPTURED, startCheckout, verifyPayment } from '../support/payments.ts';
import { ASHA, insertBuyer, ownerOf, paidOrder, signUp } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { repairsOnToday } from '../support/today.ts';
import { waitFor } from '../support/wait-for.ts';

const PROGRAM = new URL('../../api/doctor-command-line.ts', import.meta.url).pathname;
const RECORDS: Record<string, string[]> = {
  'vy.example': ['v=spf1 include:mail.example -all'],
  '_dmarc.vy.example': ['v=DMARC1; p=reject'],
};

const METRICS_TOKEN = 'a-token-of-sixteen-characters';
const FIXTURES = new URL('../fixtures/expired-certificate/', import.meta.url);

let app: TestApp;
let owner: Person;
let folder: string;
/** The server at the public address; a test breaks one of its parts. */
let proxy: Server;
const broken: ProxyFaults = { upgrades: false, signature: false, cache: false };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'));
  proxy = await openMisconfiguredProxy(() => app.server.config.port, broken);
  const { port } = proxy.address() as AddressInfo;
  app = await startTestApp({
    SITE_ORIGIN: `http://localhost:${port}`,
    BACKUP_DIR: folder,
    BACKUP_KEY: await newKey(),
    METRICS_TOKEN,
  });
  useProbes(app);
  owner = await ownerOf(app);
  await paidOrder(app, (await insertBuyer(app)).person);
  await waitFor(() => expect(app.logs.join()).toContain('The backup of the day is made'));
});
afterAll(async () => {
  await app.close();
  proxy.closeAllConnections();
  proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Replaces the checks of machine and network, which a test cannot break. */
const healthy: Probes = {
  ...systemProbes,
  textRecords: async (name) => RECORDS[name] ?? [],
};

let probes = healthy;
let isHttps = false;

const replaceProbes = (more: Partial<Probes>) => () => {
  probes = { ...healthy, ...more };
};
const setFault = (fault: keyof ProxyFaults, on: boolean) => () => {
  broken[fault] = on;
};

/** The probes that tests replace, instead of those of the machine. */
function useProbes({ server }: TestApp): void {
  const current: Probes = {
    freeBytes: (path) => probes.freeBytes(path),
    textRecords: (name) => probes.textRecords(name),
    certificate: (origin) => probes.certificate(origin),
  };
  // Sessions and cookies of the app itself stay those of plain http.
  const config = Object.create(server.config, { https: { get: () => isHttps } });
  const checks = createInstallationChecks({ ...server.services, config }, current);
  Object.assign(server.services.installationChecks, checks);
}

/** What a person gets who presses the button. */
const examine = async (): Promise<CheckResult[]> =>
  (await owner.post('/api/v1/desk/doctor')).body.findings;
const redIn = (results: CheckResult[]) =>
  results.filter(({ state }) => state === 'wrong').map(joined);

/** Names of settings, times, commands and paths. */
const WORDS_OF_THE_SERVER =
  /\b[A-Z]{2,}_[A-Z_]+|\d{4}-\d\d-\d\d|\b(?:chmod|timedatectl|npm|fuser)\b|(?:^| )\/\w/;

/** The owner reads no word that only whoever runs the server understands; those come after it. */
function joined({ text, server, ...result }: CheckResult) {
  expect(text).not.toMatch(WORDS_OF_THE_SERVER);
  return { ...result, text: [text, server].filter(Boolean).join(' ') };
}

/** What is wrong after the app has checked by itself twice: on Today, in the metrics and on the doctor's screen. */
async function noticed(at: TestApp = app, person = owner) {
  // An alarm takes two rounds.
  for (let round = 1; round <= 2; round++)
    await at.server.services.installationChecks.run({ byPerson: false });
  const broken = (await repairsOnToday(person)).map(joined);
  const { report } = (await person.get('/api/v1/desk/doctor')).body;
  const waiting = await person.get('/api/v1/desk/waiting');
  expect(waiting.status, JSON.stringify(waiting.body)).toBe(200);
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const { body } = await at.visitor().get('/metrics', headers);
  const zeros = [...String(body).matchAll(/^installation_check_ok\{check="(.*)"\} 0$/gm)];
  const parts = zeros.map(([, part]) => part);
  expect(redIn(report.findings)).toEqual(broken);
  expect(parts).toEqual(broken.map(({ part }: CheckResult) => part));
  expect(waiting.body.counts.doctor).toBe(broken.length);
  return broken;
}

test('finds nothing wrong where nothing is, and says what was not checked', async () => {
  const results = await examine();
  expect(redIn(results)).toEqual([]);
  expect(results.filter(({ state }) => state === 'skipped')).toEqual([
    {
      ...{ part: 'Mail answers', state: 'skipped' },
      text: 'Clients answer on the site only.',
    },
    { part: 'Certificate', state: 'skipped', text: 'Plain http: for this machine only.' },
  ]);
  expect(results.map(({ part }) => part).join()).toBe(
    'Configuration,Disk,Clock,Database,Files,Backup,Mail,Mail records,Mail answers,' +
      'Webhook,Payment,Payment amounts,Payment keys,WebSocket,Certificate,Proxy and CDN',
  );
  const { text } = await app.mail.email(app.server.config.ownerEmail, /Test mail/);
  expect(text).toContain('dkim=pass');
});

test('the test payment and the test report leave nothing behind', async () => {
  await examine();
  await app.server.reconciler.run();
  const { db } = app.server.services.store;
  const unmatched = await db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', 'unmatched')
    .execute();
  expect(unmatched).toEqual([]);
  const tests = app.sandbox.records().payments.filter(({ amount }) => amount === 100);
  expect(tests.length).toBeGreaterThan(0);
  for (const { amount_refunded } of tests) expect(amount_refunded).toBe(100);
  const reports = db.selectFrom('payment_events').select('id').where('type', '=', DOCTOR_EVENT);
  expect(await reports.execute()).toEqual([]);
});

/** A fault that only a person finds who presses the button, because it takes a test mail or a payment. */
const BY_PERSON = { byPerson: true };

/** A mailbox behind a closed port. */
const MAILBOX = {
  ...{ host: '127.0.0.1', port: 1, isSecure: false, user: 'u', password: 'p', folder: 'INBOX' },
  address: 'studio+{token}@vy.example',
};
const hoursAgo = (hours: number) => later(app.server.services.clock(), -hours * HOUR);

/** What the process that reads the mailbox has noted; null: mail cannot be answered. */
async function noteMailbox(state: Partial<MailboxState> | null): Promise<void> {
  Object.assign(app.server.config, { mailReplies: state && MAILBOX });
  const none = { readAt: null, connectedAt: null, answeredAt: null, isFull: false, failure: null };
  await app.write((tx) => changeMailboxState(tx, { ...none, ...state }));
}

/** For each part: how to break it, how to repair it, and what its line recommends. */
const BREAKS: [string, RegExp, () => unknown, () => unknown, typeof BY_PERSON?][] = [
  [
    'Configuration',
    /Other users of the machine can read files .* chmod go-rwx/,
    () => chmodSync(app.dataDir, 0o755),
    () => chmodSync(app.dataDir, 0o700),
  ],
  [
    'Disk',
    /^Only 0\.2 GB free: make room\. .*DATA_DIR/,
    replaceProbes({ freeBytes: async () => 200_000_000 }),
    replaceProbes({}),
  ],
  [
    'Clock',
    /^The clock is (59\d|60\d) s off\. timedatectl set-ntp true/,
    () => app.advance(10 * MINUTE),
    () => app.advance(-10 * MINUTE),
  ],
  [
    'Database',
    /^Order #[A-F0-9]{6} has another paid amount than its payments/,
    () => setPaid(-1),
    () => setPaid(1),
  ],
  [
    'Files',
    /^\d+ files take [\d.]+ MB; 1 are missing and 0 damaged: .* npm run restore -- --files/,
    // It was whole when it was last read, a moment ago.
    () =>
      storeFile().then(async ({ hash }) => {
        await readFiles();
        await app.server.services.files.delete(hash);
      }),
    () => storeFile().then(readFiles),
    BY_PERSON,
  ],
  [
    'Backup',
    /^The last one is gone from its folder\. .*BACKUP_DIR/,
    () => moveBackups('.db.age', '.aside'),
    () => moveBackups('.aside', '.db.age'),
  ],
  [
    'Backup',
    /^The next one cannot be written to its folder\. .*BACKUP_DIR/,
    // A folder in place of the file that is written: root may write everywhere.
    () => mkdirSync(join(folder, '.write-test-of-the-doctor')),
    () => rmSync(join(folder, '.write-test-of-the-doctor'), { recursive: true }),
  ],
  [
    'Mail',
    /^The mail server takes no mail to you\. Check MAIL_FROM: .*451/,
    () => app.mail.refuse(451),
    () => app.mail.refuse(null),
    BY_PERSON,
  ],
  [
    'Mail',
    /^The mail server cannot be reached\. Check SMTP_URL \(.*ECONNREFUSED/,
    () => Object.assign(app.server.config, { smtpUrl: 'smtp://127.0.0.1:1' }),
    () => Object.assign(app.server.config, { smtpUrl: app.mail.url }),
  ],
  [
    'Mail records',
    /^Add DMARC \(TXT of _dmarc\.vy\.example\)/,
    replaceProbes({ textRecords: async (name) => RECORDS[name.replace('_dmarc.', '')] ?? [] }),
    replaceProbes({}),
  ],
  [
    'Mail answers',
    /^Answers by mail do not arrive yet\. Nothing is lost: they wait in the mailbox/,
    () => Object.assign(app.server.config, { mailReplies: MAILBOX }),
    () => Object.assign(app.server.config, { mailReplies: null }),
    BY_PERSON,
  ],
  [
    'Mail answers',
    /^Answers by mail have not arrived since .* Nothing is lost: they wait in the mailbox/,
    () => noteMailbox({ failure: { since: hoursAgo(1), isLogIn: true, reason: 'NO' } }),
    () => noteMailbox(null),
  ],
  [
    'Mail answers',
    /^Answers by mail have not arrived since /,
    () => noteMailbox({ readAt: hoursAgo(1) }),
    () => noteMailbox(null),
  ],
  [
    'Webhook',
    /finds a wrong signature: pass on body and headers unchanged/,
    setFault('signature', true),
    setFault('signature', false),
  ],
  [
    'Payment',
    /^The ₹1 was paid and could not be refunded/,
    () => app.sandbox.faults.next('payments.refund', { kind: 'status', status: 500 }),
    () => app.sandbox.faults.clear(),
    BY_PERSON,
  ],
  [
    'Payment',
    /^Razorpay refuses the keys\. .* Check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET/,
    () => app.sandbox.faults.next('*', { kind: 'status', status: 401 }, 1_000),
    () => app.sandbox.faults.clear(),
  ],
  [
    'Payment',
    /^Razorpay does not answer/,
    () => app.sandbox.faults.next('*', { kind: 'refuse' }, 1_000),
    () => app.sandbox.faults.clear(),
  ],
  [
    'Payment amounts',
    /^A payment of ₹15,352\.98 came in for ₹14,999, and is refunded\. .*“Customer Fee Bearer” switched off/,
    () => sellWith(353_98),
    () => sellWith(0),
  ],
  [
    'Payment amounts',
    /^A payment of ₹14,500 came in for ₹14,999, and is refunded\. .*“Show Offer on Checkout”/,
    () => sellWith(-499_00),
    () => sellWith(0),
  ],
  [
    'WebSocket',
    /^Messages do not arrive at once\. No WebSocket through http:\/\/localhost:\d+\/socket\.io\/ .*: pass on upgrades/,
    setFault('upgrades', true),
    setFault('upgrades', false),
  ],
  [
    'Certificate',
    /^The certificate ends on \d+ \w+ \d{4}: renew it/,
    () => {
      probes = {
        ...healthy,
        certificate: async () => ({ problem: null, validUntil: new Date(Date.now() + 5 * DAY) }),
      };
      isHttps = true;
    },
    () => {
      probes = healthy;
      isHttps = false;
    },
  ],
  [
    'Proxy and CDN',
    /^The proxy or CDN .* \/api\/\* is cached\. See/,
    setFault('cache', true),
    setFault('cache', false),
  ],
];

/** A sale while the account at the provider adds this to every payment. */
async function sellWith(added: number): Promise<void> {
  app.sandbox.faults.addedToAmount = added;
  const { person } = await insertBuyer(app);
  const { checkout } = await startCheckout(person);
  const answer = await verifyPayment(person, app.sandbox.pay(checkout.orderId, CAPTURED));
  expect(answer.status, JSON.stringify(answer.body)).toBe(added ? 409 : 200);
  app.sandbox.faults.clear();
}

/** Stores a file as a row that names it does, again where it was lost. */
async function storeFile() {
  const file = await app.server.services.files.write(Buffer.from('a contract'));
  await app.write((tx) => nameFile(tx, file));
  return file;
}

const readFiles = () => checkFiles(app.server.services);

const setPaid = (paise: number) =>
  app.write((tx) =>
    tx
      .updateTable('orders')
      .set((eb) => ({ paid: eb('paid', '+', paise) }))
      .execute(),
  );

function moveBackups(from: string, to: string): void {
  for (const name of readdirSync(folder).filter((each) => each.endsWith(from))) {
    renameSync(join(folder, name), join(folder, name.replace(from, to)));
  }
}

for (const [part, sentence, breakIt, repair, only] of BREAKS) {
  test(`turns exactly ${part} red when it is broken: ${sentence}`, async () => {
    await breakIt();
    const red = only ? redIn(await examine()) : await noticed();
    // The next test finds what is not repaired.
    await repair();
    expect(red).toEqual([{ part, state: 'wrong', text: expect.stringMatching(sentence) }]);
  });
}

test('what fails once is on the doctor’s screen, and on Today only when it fails again', async () => {
  expect(await noticed()).toEqual([]);
  const checks = app.server.services.installationChecks;
  broken.cache = true;
  const { findings } = await checks.run({ byPerson: false });
  expect(redIn(findings).map(({ part }) => part)).toEqual(['Proxy and CDN']);
  expect(await repairsOnToday(owner)).toEqual([]);
  await checks.run({ byPerson: false });
  expect(await repairsOnToday(owner)).toMatchObject([{ part: 'Proxy and CDN' }]);
  broken.cache = false;
  expect(await noticed()).toEqual([]);
});

test('a refusal by the app was passed on to it, the answer of a proxy was not', async () => {
  let body = JSON.stringify({ success: false, message: 'The shop is starting.' });
  const server = createServer((_, response) => response.writeHead(503).end(body));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const config = Object.create(app.server.config, {
    siteOrigin: { value: `http://127.0.0.1:${port}` },
  });
  const check = () =>
    rules.run({ ...app.server.services, config }, probes, { byPerson: false, wholeFile: false });
  await expect(check()).rejects.toThrow(CheckSkipped);
  body = '<h1>503</h1>';
  await expect(check()).rejects.toMatchObject({
    server: expect.stringContaining('/api/* is not passed on to the app'),
  });
  server.closeAllConnections();
  server.close();
});

test('a mailbox is quiet for an hour before anybody is alarmed, and says when it is full', async () => {
  const lines = async () => {
    const found = await runDoctor(app.server.services, probes, {
      byPerson: false,
      wholeFile: false,
    });
    return found.find(({ part }) => part === 'Mail answers');
  };
  await noteMailbox({ connectedAt: hoursAgo(2), readAt: hoursAgo(0), answeredAt: hoursAgo(2) });
  expect(await lines()).toMatchObject({
    state: 'good',
    text: expect.stringMatching(/^Connected since .*\. The last answer came .*\.$/),
  });
  await noteMailbox({ failure: { since: hoursAgo(0.9), isLogIn: true, reason: 'NO' } });
  expect(await lines()).toMatchObject({
    state: 'good',
    text: expect.stringContaining('tried again'),
  });
  await noteMailbox({ failure: { since: hoursAgo(1), isLogIn: true, reason: 'NO' } });
  expect(await lines()).toMatchObject({
    state: 'wrong',
    server: expect.stringMatching(/^The mailbox refuses the log-in: check user and password/),
  });
  await noteMailbox({ readAt: hoursAgo(1) });
  expect(await lines()).toMatchObject({ server: expect.stringContaining('no process reads it') });
  await noteMailbox({ readAt: hoursAgo(0), isFull: true });
  expect(await lines()).toMatchObject({
    state: 'wrong',
    text: expect.stringMatching(/^The mailbox for answers is full/),
  });
  await noteMailbox(null);
});

test('every part has a test that breaks it', async () => {
  const results = await examine();
  expect(redIn(results)).toEqual([]);
  // Test keys are wrong in production only: first-steps.test.ts.
  const parts = results.map(({ part }) => part).filter((part) => part !== 'Payment keys');
  expect([...new Set(BREAKS.map(([part]) => part))]).toEqual(parts);
});

test('the app checks by itself without a test mail and without moving money', async () => {
  const mails = app.mail.emails.length;
  const { payments } = app.sandbox.records();
  expect(await noticed()).toEqual([]);
  expect(app.mail.emails).toHaveLength(mails);
  expect(app.sandbox.records().payments).toHaveLength(payments.length);
});

test('a mail that the server does not take is reported until one is taken', async () => {
  app.mail.refuse(451);
  await signUp(app, { ...ASHA, email: 'meera@buyers.example' });
  await waitFor(async () =>
    expect(await noticed()).toEqual([
      {
        part: 'Mail',
        state: 'wrong',
        text: expect.stringMatching(/took no mail on \d+ \w+ .*451/),
      },
    ]),
  );
  app.mail.refuse(null);
  app.advance(20 * SECOND);
  app.server.services.outbox.flush();
  await app.mail.email('meera@buyers.example', /./);
  await waitFor(async () => expect(await noticed()).toEqual([]));
  app.advance(-20 * SECOND);
});

test('an expired certificate of the public address is reported', async () => {
  const [cert, key] = ['certificate.pem', 'key.pem'].map((name) =>
    readFileSync(new URL(name, FIXTURES)),
  );
  const server = createTlsServer({ cert, key });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  probes = { ...healthy, certificate: () => systemProbes.certificate(origin) };
  isHttps = true;
  const found = await noticed();
  isHttps = false;
  probes = healthy;
  server.close();
  expect(found).toEqual([
    {
      ...{ part: 'Certificate', state: 'wrong' },
      text: 'The certificate ended on 1 January 2021, browsers refuse it: renew it.',
    },
  ]);
});

test('a database that does not answer is blamed alone, not mail and webhook', async () => {
  const { services } = app.server;
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const config = { ...services.config, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' };
  const results = await runDoctor({ ...services, config, store: away }, healthy);
  await away.close();
  expect(redIn(results).map(({ part }) => part)).toEqual(['Database']);
  expect(results.find(({ part }) => part === 'Webhook')).toMatchObject({ state: 'skipped' });
});

test('a report about the other engine, which came with a moved database, is nobody’s', async () => {
  const { store } = app.server.services;
  expect(await readReport(store)).not.toBeNull();
  const moved = { ...store, engine: 'postgres' as const };
  expect(await readReport(moved)).toBeNull();
});

test('checks that did not run for a quarter of an hour are themselves reported', async () => {
  expect(await noticed()).toEqual([]);
  app.advance(16 * MINUTE);
  const broken = await repairsOnToday(owner);
  app.advance(-16 * MINUTE);
  expect(broken).toMatchObject([
    {
      part: 'Checks',
      text: expect.stringMatching(/^Nothing was checked for a quarter of an hour/),
    },
  ]);
});

test('a wrong webhook secret is reported once payments arrive unreported, until one is reported', async () => {
  const env = { METRICS_TOKEN, RAZORPAY_WEBHOOK_SECRET: 'not the secret of the dashboard' };
  const shop = await startTestApp(env, { outsideProvider: true });
  useProbes(shop);
  const person = await ownerOf(shop);
  const buyer = (await insertBuyer(shop)).person;
  const pay = async () => {
    const { checkout } = await startCheckout(buyer);
    shop.sandbox.pay(checkout.orderId, CAPTURED);
    await shop.server.reconciler.run();
  };
  await pay();
  expect(await noticed(shop, person), 'its report may be on the way').toEqual([]);
  // Not by the clock, which the doctor compares with others.
  await shop.write((tx) =>
    tx
      .updateTable('payments')
      .set({ captured_at: later(shop.server.services.clock(), -31 * MINUTE) })
      .execute(),
  );
  expect(await noticed(shop, person)).toEqual([
    {
      part: 'Webhook',
      state: 'wrong',
      text: expect.stringMatching(
        /^Razorpay has reported no payment since .*, when one arrived.*Set RAZORPAY_WEBHOOK_SECRET/,
      ),
    },
  ]);
  Object.assign(env, { RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-the-provider-outside' });
  await shop.restart();
  useProbes(shop);
  await pay();
  await waitFor(async () => expect(await noticed(shop, person)).toEqual([]));
  await shop.close();
});

test('a failed backup is a failed job and is reported', async () => {
  const blocked = join(folder, 'a-file');
  writeFileSync(blocked, '');
  const env = { BACKUP_DIR: blocked, BACKUP_KEY: await newKey(), METRICS_TOKEN };
  const shop = await startTestApp(env);
  useProbes(shop);
  const person = await ownerOf(shop);
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  await waitFor(async () => {
    const { body } = await shop.visitor().get('/metrics', headers);
    expect(body).toContain('jobs_total{job="backup",result="failed"} 1');
  });
  expect(await noticed(shop, person)).toMatchObject([
    { part: 'Backup', text: expect.stringMatching(/^The first attempt failed\. /) },
  ]);
  await shop.close();
});

test('a full disk, a lock and a damaged file are reported by an app that goes on', async () => {
  const shop = await startTestApp({ METRICS_TOKEN });
  useProbes(shop);
  const person = await ownerOf(shop);
  const reported = (text: RegExp) => ({
    ...{ part: 'Database', state: 'wrong' },
    text: expect.stringMatching(text),
  });
  const makeRoom = await fillDisk(shop);
  expect(await noticed(shop, person)).toContainEqual(reported(/^The disk of the database is full/));
  await makeRoom();
  expect(await noticed(shop, person)).toEqual([]);

  // Each read waits for the lock, a second in an app.
  shop.server.services.store.pragma?.('busy_timeout = 20');
  const other = new SqliteFile(join(shop.dataDir, 'app.db'));
  other.exec('begin exclusive');
  const locked = await noticed(shop, person);
  other.exec('rollback');
  other.close();
  expect(locked).toContainEqual(reported(/^Another program keeps the database locked/));
  expect(await noticed(shop, person)).toEqual([]);

  await shop.server.services.store.checkpoint();
  damage(join(shop.dataDir, 'app.db'), 'disputes');
  // The whole file is read once an hour, or when a person asks.
  expect(await noticed(shop, person)).toEqual([]);
  shop.advance(HOUR);
  const found = await noticed(shop, person);
  expect(found).toContainEqual(
    reported(/^The database is damaged\. No backup lies in .* npm run restore/),
  );
  await shop.close();
});

/** Overwrites the first page of a table with what is no page. */
function damage(file: string, table: string): void {
  const sqlite = new SqliteFile(file, { readonly: true });
  const page = sqlite
    .prepare('select rootpage from sqlite_master where name = ?')
    .pluck()
    .get(table) as number;
  const size = sqlite.pragma('page_size', { simple: true }) as number;
  sqlite.close();
  writeSync(openSync(file, 'r+'), Buffer.alloc(size, 0xee), 0, size, (page - 1) * size);
}

const environment = (dataDir: string) => ({
  DATA_DIR: dataDir,
  PORT: String(app.server.config.port),
  SITE_ORIGIN: app.server.config.siteOrigin,
  SMTP_URL: app.mail.url,
  MAIL_FROM: 'Studio <s@localhost>',
});

test('prints a line for each part, and leaves with 1 when one is red', async () => {
  const env = environment(app.dataDir);
  const run = (more: object) =>
    promisify(execFile)(process.execPath, [PROGRAM], { env: { ...env, ...more } }).catch(
      (error: { stdout: string; code: number }) => error,
    );
  const good = await run({});
  expect(good.stdout.split('\n').filter((line) => line.startsWith('✗'))).toEqual([]);
  expect(good.stdout).toMatch(/^✓ Payment +The sandbox took ₹1 and refunded it\.$/m);
  expect(await run({ PORT: 'none' })).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^✗ Configuration {2}PORT must be a number/),
  });
});

test('the command prints every line for a damaged or missing database and on a full disk', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'doctor-'));
  for (const name of ['app.db', 'secrets.json']) {
    cpSync(join(app.dataDir, name), join(dataDir, name));
  }
  const env = environment(dataDir);
  const lines = async (limit = 'unlimited') => {
    const shell = ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, PROGRAM];
    const { stdout } = await promisify(execFile)('/bin/sh', shell, { env }).catch(
      (error: { stdout: string }) => error,
    );
    const found = stdout.trim().split('\n');
    expect(found, stdout).toHaveLength(16);
    return found.filter((line) => line.startsWith('✗')).join('\n');
  };
  const full = await lines('0');
  expect(full).toMatch(/^✗ Disk +The disk of the shop is full, or fails/m);
  expect(full).toMatch(/^✗ Database +The disk of the database is full, or fails/m);
  writeFileSync(join(dataDir, 'app.db'), 'no database at all '.repeat(1_000));
  expect(await lines()).toMatch(/^✗ Database +The database is damaged\. No backup lies/m);
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith('app.db'))) {
    rmSync(join(dataDir, name));
  }
  expect(await lines()).toMatch(/^✗ Database +The database is missing\. No backup lies/m);
  expect(readdirSync(dataDir)).toEqual(['secrets.json']);
  rmSync(dataDir, { recursive: true, force: true });
});
