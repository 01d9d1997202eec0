import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ownerOf, WEBSITE } from '../support/people.ts';
import { copySite, startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { BUILT, freePort, kill, startAppProcess, stop } from './app-process.ts';

const publishProgram = [new URL('./small-build.ts', import.meta.url).pathname];

test('a process that is killed while it fetches a release serves the one before and catches up', async () => {
  const app = await startTestApp({}, { publishProgram });
  onTestFinished(() => app.close());
  const owner = await ownerOf(app);
  const { databaseUrl, secretKey } = app.server.config;
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  copySite(dataDir);
  const env = { ...BUILT, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey ?? '' };
  const start = async () => startAppProcess(dataDir, await freePort(), { env });
  const pageOf = async (from: { visitor: typeof app.visitor }) =>
    (await from.visitor().get(`/my-gig/${WEBSITE}`)).body;
  const unfinished = () =>
    readdirSync(join(dataDir, 'site')).filter((name) => name.startsWith('.fetch-'));

  const other = await start();
  const before = await pageOf(other);
  other.child.kill('SIGSTOP');
  expect((await owner.post('/api/v1/desk/publish')).status).toBe(202);
  await waitFor(async () => expect(await pageOf(app)).not.toBe(before));
  const published = await pageOf(app);
  const locking = new pg.Client({ connectionString: databaseUrl });
  await locking.connect();
  await locking.query('begin');
  await locking.query('lock table release_files in access exclusive mode');
  other.child.kill('SIGCONT');
  await waitFor(() => expect(unfinished()).not.toEqual([]));
  expect(await pageOf(other)).toBe(before);
  await kill(other);
  await locking.end();

  expect(unfinished()).not.toEqual([]);
  const again = await start();
  await waitFor(async () => expect(await pageOf(again)).toBe(published));
  expect(unfinished()).toEqual([]);
  await stop(again);
});
