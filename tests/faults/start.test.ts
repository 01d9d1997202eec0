import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import type { Person } from '../support/http-client.ts';
import { ASHA, PASSWORD } from '../support/people.ts';
import { copySite, createDataDir } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { BUILT, buyerOf, freePort, ROOT, start, startAppProcess, stop } from './app-process.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = createDataDir();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Runs a start that fails and returns its output. */
async function startFailure(env: Record<string, string>): Promise<string> {
  const tried = start(['api/serve.mjs'], { DATA_DIR: dataDir, PORT: '0', ...env });
  expect(await tried.ended, tried.output()).toBe(1);
  const output = tried.output().trim();
  expect(output).not.toMatch(/\n\s+at |node:internal|Error:|\b(ENOENT|ENOTDIR|EADDR\w+|ERR_\w+):/);
  return output;
}

test('a port that is in use is explained with what to do', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  const output = await startFailure({ PORT: String(port) });
  other.close();
  expect(output).toMatch(new RegExp(`^Port ${port} is taken by another program\\. .*PORT=.*\\.$`));
});

test('a folder in place of the database is explained', async () => {
  const folder = join(dataDir, 'a-folder');
  mkdirSync(folder);
  const output = await startFailure({ DATABASE_URL: `sqlite:${folder}` });
  expect(output).toMatch(/a-folder is a folder, where the file of the database should be\./);
});

test.each(['api/serve.mjs', 'doctor'])('an old Node gets a sentence from %s', async (program) => {
  // Like Node 20: it says so, and has no compile cache.
  const old = `data:text/javascript,import m from 'node:module'; delete m.enableCompileCache; m.syncBuiltinESMExports();
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;
  const scripts = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;
  const args = program === 'doctor' ? scripts.doctor.split(' ').slice(1) : [program];
  const tried = start(['--import', old, ...args], { DATA_DIR: dataDir, PORT: '0' });
  expect(await tried.ended).toBe(1);
  expect(tried.output()).toMatch(/^This needs Node 22\.14 or newer, and this is 20\.20\.2\. .*\n$/);
});

test('an address that is not this machine’s is explained', async () => {
  const keys = ['KEY_ID', 'KEY_SECRET', 'WEBHOOK_SECRET'].map((name) => [
    `RAZORPAY_${name}`,
    'abc',
  ]);
  const output = await startFailure({
    ...Object.fromEntries(keys),
    SMTP_URL: 'smtp://127.0.0.1:9',
    HOST: '203.0.113.7',
  });
  expect(output).toMatch(/203\.0\.113\.7/);
  expect(output).not.toMatch(/data folder/);
});

test('a data folder that cannot be created is explained', async () => {
  const file = join(dataDir, 'a-file');
  writeFileSync(file, 'not a folder');
  for (const folder of [join(file, 'var'), file, '/sys/shop']) {
    expect(await startFailure({ DATA_DIR: folder })).toMatch(
      /^The data folder cannot be written \(.*\)\./,
    );
  }
});

test('a file that is not a database is explained', async () => {
  const folder = join(dataDir, 'broken');
  mkdirSync(folder);
  writeFileSync(join(folder, 'app.db'), 'nothing that a database begins with '.repeat(400));
  expect(await startFailure({ DATA_DIR: folder })).toMatch(/database/);
});

test('all wrong settings are reported at once, one sentence each', async () => {
  const output = await startFailure({
    SITE_ORIGIN: 'shop',
    SMTP_URL: 'mail',
    TRUST_PROXY: 'perhaps',
  });
  expect(output).toMatch(/^The configuration needs a change:\n( {2}- .+\.(\n|$)){3}$/);
});

test('the app starts, stops and starts again', async () => {
  const port = await freePort();
  for (const _ of [1, 2]) {
    const app = await startAppProcess(dataDir, port, { args: ['api/serve.mjs'], env: BUILT });
    expect(app.output()).toMatch(/The app is running at .*ready in \d/);
    await expect.poll(app.output).toContain('no real money moves');
    expect(app.output()).toContain('/dev/mail');
    expect(app.output()).not.toContain('Building');
    expect((await app.visitor().get('/')).status).toBe(200);
    expect(await stop(app)).toBe(0);
    expect(app.output()).toContain('Closing the app');
  }
});

test('the app starts with the current release when a stale site cannot be rebuilt', async () => {
  const folder = createDataDir();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  copySite(folder);
  const store = openDatabase(`sqlite:${folder}/app.db`);
  // A rebuild renders the stored content of the release with the reviews of today.
  await store.db.schema.dropTable('hidden_reviews').execute();
  await store.close();
  // The site was built for another address, so it is stale.
  const app = await startAppProcess(folder, await freePort(), { args: ['api/serve.mjs'] });
  expect(app.output()).toMatch(/The site could not be built.*: .+/);
  const page = await app.visitor().get('/');
  expect(page.status).toBe(200);
  expect(page.body).toContain('<title>');
  expect(await stop(app)).toBe(0);
});

test('other users of the machine can read neither the data folder nor the backups', async () => {
  const before = process.umask(0o022);
  onTestFinished(() => void process.umask(before));
  const folder = mkdtempSync(join(tmpdir(), 'first-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { DATA_DIR: folder };
  // A site is not built for this test: the first start is ended once it has made its files.
  const first = start(['api/serve.mjs', '--keep-site'], { PORT: '0', ...env });
  await expect.poll(() => existsSync(join(folder, 'secrets.json'))).toBe(true);
  first.child.kill('SIGKILL');
  await first.ended;
  copySite(folder);
  const app = await startAppProcess(folder, await freePort());
  const { ended: backedUp } = start(
    ['db/backup-command-line.ts', 'backup', join(folder, 'kept.db')],
    env,
  );
  expect(await backedUp).toBe(0);
  expect(await stop(app)).toBe(0);
  const copy = join(folder, 'kept.db');
  chmodSync(copy, 0o644);
  expect(await start(['db/backup-command-line.ts', 'restore', copy], env).ended).toBe(0);
  chmodSync(copy, 0o600);
  const files = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile());
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['kept.db', 'kept.secrets.json', 'secrets.json', 'app.db']),
  );
  const open = files.filter(({ name }) => statSync(join(folder, name)).mode & 0o077);
  expect(open.map(({ name }) => name)).toEqual([]);
});

/** A sign-in of which the app has received only a part of the body. */
async function begin(origin: string, person: Person) {
  const body = JSON.stringify({ email: ASHA.email, password: PASSWORD });
  const cookies = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const sent = request(`${origin}/api/v1/user/sign-in`, {
    method: 'POST',
    headers: {
      Expect: '100-continue',
      Cookie: cookies,
      Origin: origin,
      'X-XSRF-TOKEN': person.cookies.get('XSRF-TOKEN'),
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    },
  });
  const asked = new Promise<IncomingMessage>((done, failed) => {
    sent.on('response', (answer) => done(answer.resume())).on('error', failed);
  });
  sent.flushHeaders();
  await new Promise<void>((done) => sent.once('continue', done));
  sent.write(body.slice(0, 9));
  return { asked, finish: () => sent.end(body.slice(9)) };
}

test('stopping answers running requests and closes open sockets', async () => {
  const port = await freePort();
  const app = await startAppProcess(dataDir, port);
  const asha = await buyerOf(app, ASHA);
  const cookie = [...asha.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = io(app.origin, {
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { Cookie: cookie, Origin: app.origin },
  });
  await waitFor(() => expect(socket.connected).toBe(true));
  const gone = new Promise((done) => socket.once('disconnect', done));
  const { asked, finish } = await begin(app.origin, asha);
  app.child.kill('SIGTERM');
  await waitFor(() => expect(app.output()).toContain('Closing'));
  finish();
  expect(await asked).toMatchObject({ statusCode: 200 });
  await gone;
  expect(await app.ended, app.output()).toBe(0);
  expect(app.output()).not.toMatch(/Error|failed/);
});

test('the Node that runs npm, of any version, starts the Node of the project', async () => {
  const app = await startAppProcess(dataDir, await freePort(), {
    args: ['api/start.mjs'],
    env: BUILT,
    program: process.env['npm_node_execpath'] ?? process.execPath,
  });
  expect(app.output()).not.toContain('Installing');
  expect((await app.visitor().get('/')).status).toBe(200);
  expect(await stop(app)).toBe(0);
  await expect(app.visitor().get('/')).rejects.toThrow();
});
