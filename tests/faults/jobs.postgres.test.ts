import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waitFor } from '../support/wait-for.ts';

// Three processes with the same job: it runs at one of them at a time.
const HOUR = '3600000';
let dataDir: string;
let database: TestDatabase;
let store: Database;
let processes: ChildProcess[];
/** The process of each run, in the order in which they began. */
let began: ChildProcess[];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'jobs-'));
  database = await createTestDatabase(dataDir);
  store = openDatabase(database.url);
  began = [];
  const program = new URL('./job-process.ts', import.meta.url).pathname;
  processes = [1, 2, 3].map(() =>
    fork(program, [dataDir, HOUR], { env: { ...process.env, ...database.env } }),
  );
  for (const child of processes) {
    child.on('message', (said) => said !== 'ready' && began.push(child));
  }
  await Promise.all(processes.map((child) => once(child, 'message')));
});
afterEach(async () => {
  const running = processes.filter(({ exitCode, signalCode }) => exitCode === null && !signalCode);
  for (const child of running) child.disconnect();
  await Promise.all(running.map((child) => once(child, 'exit')));
  await store.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const lastRun = () =>
  store.db.selectFrom('settings').select('value').where('key', '=', 'job test').executeTakeFirst();
const leaseOf = () =>
  store.db.selectFrom('leases').select('holder').where('name', '=', 'job test').executeTakeFirst();

test('runs a job once an interval, and at another process when the one that runs it is killed', async () => {
  await waitFor(() => expect(began).toHaveLength(1));
  const [first] = began;
  first?.kill('SIGKILL');
  await once(first as ChildProcess, 'exit');
  // The lease of the killed process blocks the others until it expires; then exactly one of them begins.
  await waitFor(() => expect(began).toHaveLength(2));
  expect(began[1]?.pid).not.toBe(first?.pid);
  expect(await lastRun()).toBeUndefined();
  began[1]?.send('end');
  await waitFor(async () => {
    expect(await lastRun()).toBeDefined();
    expect(await leaseOf()).toBeUndefined();
  });
  // The third process has checked since: it takes the lease and finds that no job is due.
  expect(began).toHaveLength(2);
});
