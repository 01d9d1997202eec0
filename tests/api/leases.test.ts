import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { deleteDeadLeases, endLeasesOf, isLeased, takeLease } from '../../db/leases.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const SECOND = 1_000;
const dir = mkdtempSync(join(tmpdir(), 'leases-'));
const opened: Database[] = [];

let database: TestDatabase;
let ahead: number;
let one: { store: Database; clock: () => Date };
let other: typeof one;
beforeEach(async () => {
  database = await createTestDatabase(mkdtempSync(join(dir, 'database-')));
  ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const open = () => {
    const store = openDatabase(database.url);
    opened.push(store);
    return { store, clock };
  };
  one = open();
  other = open();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await database.drop();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('a lease has one holder at a time, and is free once it is released', async () => {
  const taken = await Promise.all(
    [one, other, one, other].map((services) => takeLease(services, 'publish')),
  );
  const leases = taken.filter((lease) => lease !== null);
  expect(leases).toHaveLength(1);
  expect(await takeLease(other, 'something else')).not.toBeNull();
  expect(await isLeased(other, 'publish')).toBe(true);
  await leases[0]?.release();
  expect(await isLeased(other, 'publish')).toBe(false);
  expect(await takeLease(other, 'publish')).not.toBeNull();
});

test('leases of processes that are long dead are deleted, others stay', async () => {
  ahead = -25 * 60 * 60 * SECOND;
  await takeLease(one, 'mail of a day ago');
  ahead = 0;
  await takeLease(one, 'mail of now');
  await transaction(other, deleteDeadLeases);
  const left = await other.store.db.selectFrom('leases').select('name').execute();
  expect(left).toEqual([{ name: 'mail of now' }]);
});

test('a renewed lease stays; one that is not renewed expires, and its old holder learns it', async () => {
  const lease = await takeLease(one, 'publish');
  ahead += 14 * SECOND;
  expect(await lease?.renew()).toBe(true);
  ahead += 14 * SECOND;
  expect(await takeLease(other, 'publish')).toBeNull();
  ahead += 2 * SECOND;
  expect(await isLeased(other, 'publish')).toBe(false);
  const next = await takeLease(other, 'publish');
  expect(next).not.toBeNull();
  expect(await lease?.renew()).toBe(false);
  await lease?.release();
  expect(await next?.renew()).toBe(true);
});

test('a lease from before a clock rollback of an hour blocks nobody', async () => {
  await takeLease(one, 'publish');
  ahead -= 3_600 * SECOND;
  expect(await isLeased(other, 'publish')).toBe(false);
  expect(await takeLease(other, 'publish')).not.toBeNull();
});

/** A process that takes the lease and holds it until it is killed. */
async function holder(): Promise<ChildProcess> {
  const code = `
    import { openDatabase } from './db/database.ts';
    import { takeLease } from './db/leases.ts';
    const store = openDatabase(${JSON.stringify(database.url)});
    const lease = await takeLease({ store }, 'publish');
    process.stdout.write(lease ? 'held' : 'refused');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { cwd: ROOT });
  const [said] = await once(child.stdout, 'data');
  expect(String(said)).toBe('held');
  return child;
}

async function kill(child: ChildProcess): Promise<number> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
  return child.pid ?? 0;
}

test('the lease of a killed process runs out by itself', async () => {
  const child = await holder();
  expect(await takeLease(one, 'publish')).toBeNull();
  await kill(child);
  expect(await takeLease(one, 'publish')).toBeNull();
  ahead += 16 * SECOND;
  expect(await takeLease(one, 'publish')).not.toBeNull();
});

test('whoever knows that the holder is gone ends its lease at once, and no other', async () => {
  const pid = await kill(await holder());
  const lease = await takeLease(one, 'something else');
  await endLeasesOf(other, pid);
  expect(await takeLease(one, 'publish')).not.toBeNull();
  expect(await lease?.renew()).toBe(true);
});
