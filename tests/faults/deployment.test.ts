import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
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
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { readPageContent } from '../../api/modules/site/build/validate-release.ts';
import { startPostgres } from '../support/postgres-server.ts';
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
  // Not that of the machine on which the pages were compiled.
  SELLER_TIME_ZONE: 'Pacific/Auckland',
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

/** Moves the paths of a text there; what a command of sed replaces stays as it is in the unit. */
const onMachine = (text: string): string =>
  text.replace(/'s\|[^']*'|(?<![\w:/.])\/(?:app|data|srv|etc|mnt|var\/lib)\b/g, (found) =>
    found.startsWith('/') ? machine + found : found,
  );

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
  const held = 'node_modules/.package-lock.json';
  symlinkSync(join(ROOT, held), join(machine, 'app', held));
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
  const page = await fetch(`http://127.0.0.1:${PORT}/sign-in`);
  const policy = page.headers.get('content-security-policy');
  const { scripts } = readPageContent(await page.text());
  expect(
    scripts.filter((hash) => !policy?.includes(hash)),
    'scripts that no browser runs',
  ).toEqual([]);
  expect(app.output()).toContain('set your password within the hour');
  app.stop();
  expect(await app.ended, app.output()).toBe(0);
  expect(spawnSync('sh', ['-c', check]).status).toBe(1);
  expect(filesOf(join(machine, 'app'))).toEqual(before);
  const database = statSync(join(machine, 'data/app.db'));
  expect(database.mode & 0o777).toBe(0o600);
  expect(database.uid).toBe(USER);
});

/** A block of the guide: commands, or with a `path` the content of this file. */
interface Block {
  code: string;
  language: string;
  path: string;
  /** The comment above it: what a test leaves out. */
  mark: string;
}

const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/(?:<!-- (.*?) -->\s*)?^( *)```(\w+)(?: (\S+))?\n([\s\S]*?)^ *```$/gm)].map(
    ([, mark = '', indent = '', language = '', path = '', code = '']) => ({
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      ...{ language, path, mark },
    }),
  );
const blocksBelow = (heading: string): Block[] =>
  blocksOf(GUIDE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '');
const BY_HAND = blocksBelow('Go live in one hour');
const SEVERAL = blocksBelow('Three processes on PostgreSQL');

/**
 * In place of programs that need a network, a whole machine or the right to change it. That of systemd starts the
 * command of a unit as its user, with its settings and its folder.
 */
const STAND_INS: Record<string, string> = {
  apt: '',
  useradd: '',
  runuser: '',
  git: 'cp -a "$2" "$3"',
  journalctl: `log="$MACHINE/log/$2"; i=0
    until grep -q 'set your password' "$log"; do sleep 0.2; i=$((i+1)); [ $i -lt 500 ]; done; cat "$log"`,
  systemctl: `MOVE="s#\\(^\\|[ =]\\)/\\(srv\\|etc\\|var\\)#\\1$MACHINE/\\2#g"
    shift; [ "$1" = --now ] && shift
    for unit; do
      [ $unit = caddy ] && continue
      file="$MACHINE/etc/systemd/system/\${unit%\${unit#*@}}.service"
      [ -f "$file" ] || file="$MACHINE/etc/systemd/system/$unit.service"
      of() { sed -n "s/^$1=//p" "$file" | sed "s/%i/\${unit#*@}/g; $MOVE"; }
      for folder in $(of StateDirectory); do
        install -d -o $USER_ID -g $USER_ID -m $(of StateDirectoryMode) "$MACHINE/var/lib/$folder"
      done
      cd $(of WorkingDirectory) && umask $(of UMask)
      env -i PATH=/usr/bin:/bin $(of Environment) sh -ac ". $(of EnvironmentFile)
        exec setpriv --reuid $USER_ID --regid $USER_ID --clear-groups $(of ExecStart)" > "$MACHINE/log/$unit" 2>&1 &
      echo $! >> "$MACHINE/log/pids"
    done`,
};

/** Runs a block of the guide in a shell of root that goes on where the one before ended. */
function runBlock({ code, mark }: Block, status = 0): string {
  const used = join(machine, 'log/used');
  const script = `cd "$(cat "$MACHINE/log/folder")"; trap 'pwd > "$MACHINE/log/folder"' EXIT; set -e\n`;
  // There is no user `app` on this machine.
  const asHere = onMachine(code).replace('-o app -g app', `-o ${USER} -g ${USER}`);
  const result = spawnSync('sh', ['-c', script + asHere], {
    env: {
      PATH: [join(machine, 'bin'), dirname(process.execPath), process.env['PATH']].join(':'),
      ...{ HOME: machine, MACHINE: machine, USER_ID: String(USER) },
      ...(INSTALLS ? process.env : {}),
    },
    encoding: 'utf8',
    timeout: MAX_TEST_MS / 2,
  });
  expect(result.status, `${code}: ${result.stdout}${result.stderr}`).toBe(status);
  const names = existsSync(used) ? readFileSync(used, 'utf8').trim().split('\n').sort() : [];
  rmSync(used, { force: true });
  expect(mark, code).toBe(
    names.length === 0 ? '' : `stand-ins in the test: ${[...new Set(names)].join(', ')}`,
  );
  return result.stdout;
}

/** Writes the file of a block, with values of the test where the guide leaves them open. */
function writeBlock({ code, path }: Block, values: Record<string, string> = {}): void {
  const filled = code.replace(/^(\w+)=.*…$/gm, (_, name) => `${name}=${values[name]}`);
  expect(filled).not.toContain('…');
  mkdirSync(dirname(onMachine(path)), { recursive: true });
  writeFileSync(onMachine(path), onMachine(filled));
}

/** All but the last digit of three free ports. */
async function threePorts(): Promise<string> {
  for (;;) {
    const ports = [await freePort(), await freePort(), await freePort()];
    const [first = ''] = ports.map(String);
    if (ports.every((port, n) => `${port}` === `${first.slice(0, -1)}${n + 1}`))
      return first.slice(0, -1);
  }
}

async function runStatements(connectionString: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** The processes of the units are stopped by their ids. */
async function stopUnits(): Promise<void> {
  const file = join(machine, 'log/pids');
  const pids = readFileSync(file, 'utf8').trim().split('\n').map(Number);
  rmSync(file);
  for (const pid of pids) process.kill(pid, 'SIGTERM');
  await whenServing(() => {
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
  });
}

describe.skipIf(process.getuid?.() !== 0)('the guide as printed, as root', () => {
  beforeAll(() => {
    for (const folder of ['bin', 'log', 'srv', 'etc/systemd/system', 'var/lib', 'mnt'])
      mkdirSync(join(machine, folder), { recursive: true });
    for (const [name, code] of Object.entries(STAND_INS)) {
      const script = `#!/bin/sh\necho ${name} >> "$MACHINE/log/used"\n${code}\n`;
      writeFileSync(join(machine, 'bin', name), script, { mode: 0o755 });
    }
    writeFileSync(join(machine, 'log/folder'), machine);
    const left = blocksOf(GUIDE).filter(({ mark }) => mark);
    process.stdout.write(
      `In the guide, not run as printed:\n${left.map(({ mark, code }) => `- ${mark}: ${code.split('\n')[0]} …\n`).join('')}`,
    );
  });

  test('brings a machine to a closed shop whose owner gets a link', {
    timeout: MAX_TEST_MS,
  }, async () => {
    const [program, settings, proxy, begin, doctor, ...others] = BY_HAND as [
      ...[Block, Block, Block, Block, Block],
      ...Block[],
    ];
    expect(others).toEqual([]);
    const printed = runBlock({
      ...program,
      code: program.code.replace('<this repository>', '/app'),
    });
    const BACKUP_KEY = /^AGE-SECRET-KEY-1.+$/m.exec(printed)?.[0] ?? '';
    const env = join(machine, 'etc/app.env');
    writeBlock(settings, { ...SETTINGS, BACKUP_KEY });
    expect(statSync(env).mode & 0o777).toBe(0o600);
    const { RAZORPAY_API_URL, SMTP_URL, ALLOW_INSECURE } = SETTINGS;
    // Nothing outside this machine is asked.
    const local = { PORT, RAZORPAY_API_URL, SMTP_URL, ALLOW_INSECURE };
    appendFileSync(
      env,
      Object.entries(local)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    writeBlock(proxy);
    const before = filesOf(join(machine, 'srv/app/first'));

    expect(runBlock(begin)).toContain('https://studio.example/create-password/');
    await whenServing(async () => expect(await statusOf(PORT, '/readyz')).toBe(200));
    const page = await (await fetch(`http://127.0.0.1:${PORT}/`)).text();
    expect(page).toContain('noindex');
    expect(filesOf(join(machine, 'srv/app/first'))).toEqual(before);
    for (const path of ['var/lib/app', 'var/lib/app/app.db', 'mnt/backups'])
      expect(statSync(join(machine, path))).toMatchObject({ uid: USER, gid: USER });

    // Neither mail nor payments can be reached from here.
    const found = runBlock(doctor, 1);
    expect(found).toContain('✓ Database');
    expect(found).toContain('✗ Mail');
    await stopUnits();
  });

  test('serves the same shop with three processes on PostgreSQL', {
    timeout: MAX_TEST_MS,
  }, async () => {
    const [database, settings, begin, proxy] = SEVERAL as [Block, Block, Block, Block];
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    runBlock(database);
    await runStatements(server.url, [
      `create role app login password 'password'`,
      'create database app owner app',
    ]);
    // Its own address, and ports that no other test has.
    const ports = await threePorts();
    const here = (block: Block): Block => ({
      ...block,
      code: block.code
        .replace('127.0.0.1:5432', new URL(server.url).host)
        .replaceAll(/\b300(?=\d\b|%i)/g, ports),
    });
    const env = join(machine, 'etc/app.env');
    writeFileSync(env, readFileSync(env, 'utf8').replaceAll(/^(PORT|BACKUP_\w+)=.*\n/gm, ''));
    runBlock(here(settings));
    writeBlock(here(proxy));
    expect(runBlock(here(begin))).toContain('https://studio.example/create-password/');
    for (const n of [1, 2, 3]) {
      await whenServing(async () => expect(await statusOf(`${ports}${n}`, '/readyz')).toBe(200));
      expect(await statusOf(`${ports}${n}`, '/')).toBe(200);
    }
    await stopUnits();
  });
});

test('the unit never gives up and is hardened', () => {
  expect(UNIT).toContain('\nStartLimitIntervalSec=0\n');
  // Only what install.mjs makes may be in the folder of a running app.
  expect([...BY_HAND, ...SEVERAL].map(({ code }) => code).join('')).not.toMatch(
    /npm (start|install)/,
  );
  const unit = join(machine, 'hardened.service');
  writeFileSync(unit, onMachine(UNIT));
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  expect(analyze('verify', unit)).toMatchObject({ status: 0, stderr: '' });
  const judged = analyze('security', '--offline=true', '--threshold=20', unit);
  expect(judged.status, judged.stdout?.slice(-200)).toBe(0);
});

test('a shell, systemd and Node read the guide’s settings as the same values', () => {
  const settings = BY_HAND.find(({ path }) => path === '/etc/app.env')?.code ?? '';
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
