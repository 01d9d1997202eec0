import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { UPGRADE_PUBLISHES_NOTHING } from '../../api/modules/site/texts.ts';
import { verify } from '../../db/backup.ts';
import { newKey } from '../../db/encrypted-backup.ts';
import { createDataDir } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  type AppProcess,
  BUILT,
  freePort,
  ROOT,
  start,
  startAppProcess,
  stop,
} from './app-process.ts';

/** The change of the schema in the second version. */
const NEXT_MIGRATION = `  '9999-next': {
    up: (db) => db.schema.alterTable('settings').addColumn('next', 'text').execute(),
  },
`;

const KEY = await newKey();

/** A folder in place of `/srv/app`: two versions and the link to the current one. */
let versions: string;
let dataDir: string;
let app: AppProcess | undefined;

beforeAll(() => {
  versions = realpathSync(mkdtempSync(join(tmpdir(), 'versions-')));
  for (const name of ['first', 'second']) installVersion(join(versions, name));
  const file = join(versions, 'second/db/migrate.ts');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/^};/m, `${NEXT_MIGRATION}};`));
});
afterAll(() => rmSync(versions, { recursive: true, force: true }));
beforeEach(() => {
  dataDir = createDataDir();
  rmSync(join(versions, 'current'), { force: true });
  symlinkSync(join(versions, 'first'), join(versions, 'current'));
});
afterEach(async () => {
  if (app) await stop(app);
  app = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

/** A copy of the program with linked packages. */
function installVersion(folder: string): void {
  mkdirSync(folder);
  for (const name of [
    'api',
    'db',
    'src',
    'public',
    'astro.config.mjs',
    'package.json',
    'package-lock.json',
  ]) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

const currentVersion = () => realpathSync(join(versions, 'current')).slice(versions.length + 1);

const upgrade = (to: string, env: Record<string, string> = {}) =>
  start([join(versions, 'first/api/upgrade/command-line.ts'), join(versions, to)], {
    DATA_DIR: dataDir,
    ...BUILT,
    ...env,
  });

/** Starts the version in the link on the data. */
async function startCurrent(): Promise<AppProcess> {
  const program = join(versions, 'current/api/serve.mjs');
  app = await startAppProcess(dataDir, await freePort(), {
    args: [program, '--keep-site'],
    env: BUILT,
  });
  return app;
}

function isMigrated(): boolean {
  const sqlite = new Database(join(dataDir, 'app.db'), { readonly: true });
  const columns = sqlite.prepare(`SELECT name FROM pragma_table_info('settings')`).pluck().all();
  sqlite.close();
  return columns.includes('next');
}

/** Each file of the store, with what a change of it would change. */
const storedFiles = () =>
  readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => [name, statSync(join(dataDir, 'files', name)).ctimeMs]);

const leftovers = () => readdirSync(dataDir).filter((name) => name.startsWith('backup-scratch'));

test('takes a backup, plays a purchase on a migrated copy and switches while the app runs', async () => {
  const running = await startCurrent();
  const stored = storedFiles();
  expect(stored.length).toBeGreaterThan(0);
  const tried = upgrade('second', { BACKUP_KEY: KEY });
  expect(await tried.ended, tried.output()).toBe(0);
  expect(storedFiles(), 'the rehearsal reads the files and changes none').toEqual(stored);
  expect(tried.output()).toMatch(/Order [\w-]+ was placed and paid\./);
  expect(tried.output()).toContain(UPGRADE_PUBLISHES_NOTHING);
  expect(tried.output(), 'the way back works in a new shell').toContain(
    ` && DATA_DIR=${dataDir} npm run restore ${dataDir}/backups/`,
  );
  expect(currentVersion()).toBe('second');
  expect(leftovers()).toEqual([]);
  const kept = readdirSync(join(dataDir, 'backups')).filter((name) => name.startsWith('shop-'));
  expect(kept.sort()).toEqual([
    expect.stringMatching(/^shop-\d+\.db\.age$/),
    expect.stringMatching(/^shop-\d+\.files\.txt$/),
    expect.stringMatching(/^shop-\d+\.secrets\.json\.age$/),
  ]);
  // The running app served all the time, and its own data has no purchase of the test.
  expect((await running.visitor().get('/api/v1/gig/get')).status).toBe(200);
  await stop(running);
  app = undefined;
  expect(verify(join(dataDir, 'app.db'))['orders']).toBe(0);
  expect(isMigrated()).toBe(false);
  const next = await startCurrent();
  expect((await next.visitor().get('/api/v1/gig/get')).body.gigs).toHaveLength(8);
  expect(isMigrated()).toBe(true);
});

test('changes nothing when the new version fails on the copy', async () => {
  const failing = join(versions, 'failing');
  installVersion(failing);
  const file = join(failing, 'api/modules/payments/settle-payment.ts');
  const source = readFileSync(file, 'utf8');
  const broken = source.replace(/=== 'wait'/, "!== 'wait'");
  expect(broken).not.toBe(source);
  writeFileSync(file, broken);
  const tried = upgrade('failing');
  expect(await tried.ended).toBe(1);
  expect(tried.output()).toContain('The rehearsal failed; nothing was changed.');
  expect(currentVersion()).toBe('first');
  expect(leftovers()).toEqual([]);
  expect(existsSync(join(dataDir, 'backups')), 'no backup of a try').toBe(false);
  expect((await (await startCurrent()).visitor().get('/api/v1/gig/get')).status).toBe(200);
});

const NOBODY = 65_534;

test.skipIf(process.getuid?.() !== 0)(
  'what root runs beside an app of another user leaves that user everything, also when it is killed',
  async () => {
    for (const name of ['.', ...readdirSync(dataDir, { recursive: true }).map(String)])
      chownSync(join(dataDir, name), NOBODY, NOBODY);
    for (const folder of [versions, dirname(dataDir)]) chmodSync(folder, 0o755);
    const settings = { DATA_DIR: dataDir, ...BUILT };
    const run = (...args: string[]) => start(args, { ...settings, BACKUP_KEY: KEY });

    const backedUp = run('db/backup-command-line.ts', 'backup');
    expect(await backedUp.ended, backedUp.output()).toBe(0);
    // It waits, so that it is killed in the middle however slow the machine is.
    const waiting = join(versions, 'waiting');
    installVersion(waiting);
    const program = join(waiting, 'api/upgrade/rehearse.ts');
    const source = readFileSync(program, 'utf8');
    const paused = source.replace(
      /await runTestPurchase\(app\)/,
      'await new Promise<string>(() => {})',
    );
    expect(paused).not.toBe(source);
    writeFileSync(program, paused);
    const killed = upgrade('waiting');
    await waitFor(() => expect(leftovers().flatMap(filesIn)).toContain('secrets.json'));
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(leftovers()).toHaveLength(1);
    expect(filesOfOthers()).toEqual([]);

    // A backup by the app's user removes what the dead one left; what only root may remove does not stop it.
    const locked = join(dataDir, 'backup-scratch-AbCdEf');
    mkdirSync(join(locked, 'of-root'), { recursive: true });
    writeFileSync(join(locked, 'of-root', 'app.db'), '');
    utimesSync(locked, 0, 0);
    const asApp = [join(ROOT, 'db/backup-command-line.ts'), 'backup', join(dataDir, 'a.db.age')];
    const made = spawnSync(process.execPath, asApp, {
      ...{ uid: NOBODY, gid: NOBODY, encoding: 'utf8', cwd: dataDir },
      env: { ...settings, PATH: process.env['PATH'], BACKUP_KEY: KEY },
    });
    expect(made.status, made.stderr).toBe(0);
    expect(leftovers()).toEqual(['backup-scratch-AbCdEf']);
  },
);

const filesIn = (folder: string) => readdirSync(join(dataDir, folder));
const filesOfOthers = () =>
  readdirSync(dataDir, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(dataDir, name)).uid !== NOBODY);

for (const [step, version] of [
  ['1 Rehearsal', 'first'],
  ['2 Backup', 'first'],
  ['3 Switch', '(first|second)'],
] as const) {
  test(`killed at step ${step}, it leaves an installation that opens`, async () => {
    const tried = upgrade('second');
    await waitFor(() => expect(tried.output()).toContain(step));
    tried.child.kill('SIGKILL');
    await tried.ended;
    expect(currentVersion()).toMatch(new RegExp(`^${version}$`));
    const opened = await startCurrent();
    expect((await opened.visitor().get('/api/v1/gig/get')).body.gigs).toHaveLength(8);
    // An empty folder may be left, where it died before it could say that the folder is in use.
    expect(leftovers().flatMap(filesIn)).toEqual([]);
  });
}
