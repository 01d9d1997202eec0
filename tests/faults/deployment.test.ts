import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { freePort, ROOT } from './app-process.ts';

/** `DEPLOY_INSTALL=1` also installs the packages and compiles the pages, as an image does: minutes. */
const INSTALLS = process.env['DEPLOY_INSTALL'] === '1';
/**
 * Installing and compiling take minutes on a busy machine, and so does the first start, which builds the site.
 */
const MAX_TEST_MS = INSTALLS ? 20 * 60_000 : 3 * 60_000;
const whenServing = (check: () => unknown) =>
  vi.waitFor(check, { timeout: MAX_TEST_MS / 2, interval: 100 });
/** `nobody`, where the test may choose. */
const USER = process.getuid?.() === 0 ? 65_534 : (process.getuid?.() ?? 0);
const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
const GUIDE = readFileSync(join(ROOT, 'api/HOSTING.md'), 'utf8');
const UNIT = readFileSync(join(ROOT, 'api/app.service'), 'utf8');
const SETTINGS = {
  SITE_ORIGIN: 'https://studio.example',
  SMTP_URL: 'smtps://user:password@127.0.0.1:9',
  OWNER_EMAIL: 'owner@studio.example',
  MAIL_FROM: 'Studio <mail@studio.example>',
  RAZORPAY_KEY_ID: 'rzp_test_1234567890',
  RAZORPAY_KEY_SECRET: 'a-secret-of-the-provider',
  RAZORPAY_WEBHOOK_SECRET: 'a-secret-of-the-webhook',
  RAZORPAY_API_URL: 'http://127.0.0.1:9',
  ALLOW_INSECURE: 'test-keys,provider-address',
};

/** Replaces the root of the machine: `/app`, `/data`, `/srv` and `/var` are folders in it. */
let machine: string;
beforeAll(() => {
  machine = mkdtempSync(join(tmpdir(), 'machine-'));
  chmodSync(machine, 0o755);
});
afterAll(() => rmSync(machine, { recursive: true, force: true }));

const onMachine = (text: string): string =>
  text.replace(/(?<![\w:/.])\/(app|data|srv\/app\/current|var\/lib\/app)\b/g, `${machine}$&`);

/** The instructions of the Dockerfile, in order. */
const instructions = DOCKERFILE.replace(/\\\n/g, '')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => [line.split(' ')[0] ?? '', line.slice(line.indexOf(' ') + 1)] as const);
const the = (name: string): string => instructions.find(([each]) => each === name)?.[1] ?? '';
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(' ').map((each) => each.split('=', 2)));

function run(command: string): void {
  const { status, stderr } = spawnSync('sh', ['-c', onMachine(command)], {
    cwd: join(machine, 'app'),
    // A registry may need the settings of the machine.
    env: INSTALLS ? process.env : { PATH: process.env['PATH'] ?? '', HOME: machine },
    encoding: 'utf8',
  });
  expect(status, `${command}: ${stderr}`).toBe(0);
}

function copyCheckout(names: string[]): void {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const copied = names[0] === '.' ? readdirSync(ROOT) : names;
  for (const name of copied.filter((each) => !ignored.includes(each))) {
    cpSync(join(ROOT, name), join(machine, 'app', name), { recursive: true });
  }
}

/** The packages of production, linked instead of fetched, and the pages that are compiled already. */
function linkInstalled(): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const [path, { dev }] of Object.entries<{ dev?: true }>(packages)) {
    const isTop = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path);
    if (!isTop || dev || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(machine, 'app', path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(machine, 'app', path));
  }
  cpSync(join(ROOT, 'dist'), join(machine, 'app/dist'), { recursive: true });
  run('chmod -R a+rX dist');
}

/** Runs a command as an unprivileged user until it is stopped. */
function serve(command: string[], env: Record<string, string>) {
  const [program = '', ...args] = command;
  const options: SpawnOptions = {
    cwd: join(machine, 'app'),
    env: { PATH: dirname(process.execPath), ...SETTINGS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 ? { uid: USER, gid: USER } : {}),
  };
  const child = spawn(program, args, options);
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((done) => child.on('close', done));
  return { output: () => output, ended, stop: () => child.kill('SIGTERM') };
}

const statusOf = (port: string, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ status }) => status,
    () => 0,
  );

const filesOf = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();
/** Stops the process by its id, so that each test stops only its own processes. */
const PORT = String(await freePort());

test('the Dockerfile’s own commands build and serve the app as an unprivileged user', {
  timeout: MAX_TEST_MS,
}, async () => {
  mkdirSync(join(machine, 'app'));
  let user = '';
  for (const [name, rest] of instructions) {
    if (name === 'COPY') copyCheckout(rest.split(' ').slice(0, -1));
    if (name === 'RUN' && rest.startsWith('npm install') && !INSTALLS) linkInstalled();
    else if (name === 'RUN') run(rest.replace('node:node', `${USER}`));
    if (name === 'USER') user = rest;
  }
  expect(user).toBe('node');
  expect(the('VOLUME')).toBe('/data');
  const before = filesOf(join(machine, 'app'));
  const env = { ...settingsIn(onMachine(the('ENV'))), PORT };
  expect(env).toMatchObject({ NODE_ENV: 'production', DATA_DIR: join(machine, 'data') });
  const app = serve(JSON.parse(the('CMD')), env);
  const check = the('HEALTHCHECK')
    .replace(/^.*? CMD /, '')
    .replace(':3000', `:${PORT}`);
  await whenServing(() => expect(spawnSync('sh', ['-c', check]).status, app.output()).toBe(0));
  expect(await statusOf(PORT, '/seller')).toBe(200);
  expect(app.output()).toContain('set your password within the hour');
  app.stop();
  expect(await app.ended, app.output()).toBe(0);
  expect(spawnSync('sh', ['-c', check]).status).toBe(1);
  expect(filesOf(join(machine, 'app'))).toEqual(before);
  const database = statSync(join(machine, 'data/app.db'));
  expect(database.mode & 0o777).toBe(0o600);
  expect(database.uid).toBe(USER);
});

test('the systemd unit’s own command serves the same data, and the unit is hardened', {
  timeout: MAX_TEST_MS,
}, async () => {
  const lines = UNIT.split('\n').map((line) => line.split(/=(.*)/s, 2));
  const settingOf = (name: string) => lines.find(([each]) => each === name)?.[1] ?? '';
  expect(settingOf('User')).toBe('app');
  expect(`/var/lib/${settingOf('StateDirectory')}`).toBe('/var/lib/app');
  if (INSTALLS) run('npm rebuild node');
  mkdirSync(join(machine, 'srv/app'), { recursive: true });
  symlinkSync(join(machine, 'app'), join(machine, 'srv/app/current'));
  mkdirSync(join(machine, 'var/lib'), { recursive: true });
  cpSync(join(machine, 'data'), join(machine, 'var/lib/app'), { recursive: true });
  for (const file of ['.', ...filesOf(join(machine, 'var/lib/app'))]) {
    if (existsSync(join(machine, 'var/lib/app', file)) && USER === 65_534)
      chownSync(join(machine, 'var/lib/app', file), USER, USER);
  }
  const env = { ...settingsIn(onMachine(settingOf('Environment'))), PORT };
  const app = serve(onMachine(settingOf('ExecStart')).split(' '), env);
  await whenServing(async () => expect(await statusOf(PORT, '/readyz'), app.output()).toBe(200));
  app.stop();
  expect(await app.ended, app.output()).toBe(0);

  const unit = join(machine, 'app.service');
  writeFileSync(unit, onMachine(UNIT));
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  // Systemd may be installed without running.
  if (analyze('--version').status !== 0) return;
  expect(analyze('verify', unit)).toMatchObject({ status: 0, stderr: '' });
  const judged = analyze('security', '--offline=true', '--threshold=20', unit);
  expect(judged.status, judged.stdout?.slice(-200)).toBe(0);
});

test.skipIf(process.getuid?.() !== 0)(
  'a first start without the compiled pages says who compiles them',
  { timeout: MAX_TEST_MS },
  async () => {
    const dataDir = join(machine, 'first-start');
    mkdirSync(dataDir);
    chownSync(dataDir, USER, USER);
    const dist = join(machine, 'app/dist');
    renameSync(dist, `${dist}.away`);
    onTestFinished(() => renameSync(`${dist}.away`, dist));
    const env = { ...settingsIn(the('ENV')), DATA_DIR: dataDir, PORT };
    const app = serve(JSON.parse(the('CMD')), env);
    expect(await app.ended, app.output()).toBe(1);
    expect(app.output()).toContain(
      `this user cannot write to ${machine}/app/. As its owner run there: npm run build -- --compile`,
    );
  },
);

/** The blocks of code of the guide, without their indentation. */
const guide = [...GUIDE.matchAll(/^( *)```\w*\n([\s\S]*?)^ *```$/gm)].map(
  ([, indent = '', code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
);
const inGuide = (text: string): string => guide.find((code) => code.includes(text)) ?? '';

test('a shell, systemd and Node read the guide’s settings as the same values', () => {
  const settings = inGuide('MAIL_FROM=');
  const read = parseEnv(settings);
  expect(read).toMatchObject({ MAIL_FROM: 'Mira Works <studio@studio.example>' });
  const file = join(machine, 'app.env');
  writeFileSync(file, settings);
  const names = Object.keys(read);
  // As the guide's commands read it.
  const script = `set -a; . ${file}; for name in ${names.join(' ')}; do eval "echo \\"\\$$name\\""; done`;
  const shell = spawnSync('sh', ['-ec', script], { encoding: 'utf8' });
  expect(shell.stderr).toBe('');
  expect(shell.stdout.trimEnd().split('\n')).toEqual(names.map((name) => read[name]));
  // Of the characters that need quotes in a shell, systemd knows quotes only.
  for (const line of settings.trimEnd().split('\n'))
    expect(line).toMatch(/^\w+=('[^']*'|[^'"\s]*)$/);
});

test('the guide starts three processes with the same unit, which never gives up', () => {
  expect(UNIT).toContain('\nStartLimitIntervalSec=0\n');
  const [command = ''] = /^sed [\s\S]*?api\/app\.service/m.exec(inGuide('sed -e')) ?? [];
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' });
  expect(stderr).toBe('');
  const changed = stdout.split('\n').filter((line) => !UNIT.split('\n').includes(line));
  expect(changed).toEqual([
    'Environment=NODE_ENV=production PORT=300%i DATA_DIR=/var/lib/app-%i',
    'StateDirectory=app-%i',
  ]);
  // `npm start` installs, which the app's user cannot do and a running app does not survive.
  expect(guide.join('')).not.toMatch(/npm (start|install)/);
});

test('compose.yaml publishes the proxy alone and gives the app only settings that it knows', () => {
  const { services, volumes } = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'));
  const published = Object.keys(services).filter((name) => services[name].ports);
  expect(published).toEqual(['caddy']);
  const known = readFileSync(join(ROOT, '.env.example'), 'utf8');
  for (const name of Object.keys(services.app.environment)) expect(known).toContain(`${name}=`);
  for (const name of ['app', 'caddy'])
    expect(Object.values(services[name].depends_on)).toEqual([{ condition: 'service_healthy' }]);
  expect(services.app).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  expect(services.app.volumes).toEqual(['data:/data']);
  expect(Object.keys(volumes)).toEqual(['data', 'database', 'certificates']);
});
