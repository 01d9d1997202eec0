import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckResult } from '../../api/modules/dashboard/doctor/check.ts';
import { type Probes, systemProbes } from '../../api/modules/dashboard/doctor/probes.ts';
import { runDoctor } from '../../api/modules/dashboard/doctor/run-doctor.ts';
import { DAY, MINUTE } from '../../api/platform/clock.ts';
import { newKey } from '../../db/encrypted-backup.ts';
import { openMisconfiguredProxy, type ProxyFaults } from '../support/misconfigured-proxy.ts';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

const PROGRAM = new URL('../../api/doctor-command-line.ts', import.meta.url).pathname;
const RECORDS: Record<string, string[]> = {
  'vy.example': ['v=spf1 include:mail.example -all'],
  '_dmarc.vy.example': ['v=DMARC1; p=reject'],
};

let app: TestApp;
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
  });
  await paidOrder(app, (await insertBuyer(app)).person);
  await waitFor(() => expect(app.logs.join()).toContain('encrypted backup of the day is made'));
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

const replaceProbes = (more: Partial<Probes>) => () => {
  probes = { ...healthy, ...more };
};
const setFault = (fault: keyof ProxyFaults, on: boolean) => () => {
  broken[fault] = on;
};

const examine = () => runDoctor(app.server.services, probes);
const redIn = (results: CheckResult[]) => results.filter(({ state }) => state === 'wrong');

test('finds nothing wrong where nothing is, and says what was not checked', async () => {
  const results = await examine();
  expect(redIn(results)).toEqual([]);
  expect(results.filter(({ state }) => state === 'skipped')).toEqual([
    { part: 'Certificate', state: 'skipped', text: 'Plain http: for this machine only.' },
  ]);
  expect(results.map(({ part }) => part)).toEqual([
    ...['Configuration', 'Disk', 'Clock', 'Database', 'Backup', 'Mail', 'Mail records'],
    ...['Webhook', 'Payment', 'WebSocket', 'Certificate', 'Proxy and CDN'],
  ]);
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
  const reports = db.selectFrom('payment_events').select('id').where('id', 'like', 'doctor-%');
  expect(await reports.execute()).toEqual([]);
});

/** For each part: how to break it, how to repair it, and what its line recommends. */
const BREAKS: [string, RegExp, () => unknown, () => unknown][] = [
  [
    'Configuration',
    /Other users of this machine can read .*: chmod go-rwx/,
    () => chmodSync(app.dataDir, 0o755),
    () => chmodSync(app.dataDir, 0o700),
  ],
  [
    'Disk',
    /^Only 0\.2 GB free in .*: make room/,
    replaceProbes({ freeBytes: async () => 200_000_000 }),
    replaceProbes({}),
  ],
  [
    'Clock',
    /^The clock is (59\d|60\d) s off: timedatectl set-ntp true/,
    () => app.advance(10 * MINUTE),
    () => app.advance(-10 * MINUTE),
  ],
  [
    'Database',
    /^Order .* has another paid amount than its payments/,
    () => setPaid(-1),
    () => setPaid(1),
  ],
  [
    'Backup',
    /^The last one is gone from BACKUP_DIR/,
    () => moveBackups('.db.age', '.aside'),
    () => moveBackups('.aside', '.db.age'),
  ],
  [
    'Mail',
    /^The mail server takes no mail to the owner: check MAIL_FROM \(.*451/,
    () => app.mail.refuse(451),
    () => app.mail.refuse(null),
  ],
  [
    'Mail records',
    /^Add DMARC \(TXT of _dmarc\.vy\.example\)/,
    replaceProbes({ textRecords: async (name) => RECORDS[name.replace('_dmarc.', '')] ?? [] }),
    replaceProbes({}),
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
  ],
  [
    'WebSocket',
    /^No WebSocket through http:\/\/localhost:\d+\/socket\.io\/ .*: pass on upgrades/,
    setFault('upgrades', true),
    setFault('upgrades', false),
  ],
  [
    'Certificate',
    /^The certificate ends on \d{4}-\d\d-\d\d: renew it/,
    () => {
      probes = {
        ...healthy,
        certificate: async () => ({ problem: null, validUntil: new Date(Date.now() + 5 * DAY) }),
      };
      app.server.config.https = true;
    },
    () => {
      probes = healthy;
      app.server.config.https = false;
    },
  ],
  ['Proxy and CDN', /^\/api\/\* is cached: see/, setFault('cache', true), setFault('cache', false)],
];

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

for (const [part, sentence, breakIt, repair] of BREAKS) {
  test(`turns exactly the line of ${part} red when it is broken`, async () => {
    await breakIt();
    const red = redIn(await examine());
    await repair();
    expect(red).toEqual([{ part, state: 'wrong', text: expect.stringMatching(sentence) }]);
    expect(redIn(await examine())).toEqual([]);
  });
}

test('every part has a test that breaks it', async () => {
  const parts = (await examine()).map(({ part }) => part);
  expect(BREAKS.map(([part]) => part)).toEqual(parts);
});

test('shows the owner the same lines', async () => {
  const { status, body } = await (await ownerOf(app)).post('/api/v1/desk/doctor');
  expect(status).toBe(200);
  expect(body.findings).toHaveLength(BREAKS.length);
});

test('prints a line for each part, and leaves with 1 when one is red', async () => {
  const { config } = app.server;
  const env = {
    DATA_DIR: app.dataDir,
    PORT: String(config.port),
    SITE_ORIGIN: config.siteOrigin,
    SMTP_URL: app.mail.url,
    MAIL_FROM: 'Studio <s@localhost>',
  };
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
