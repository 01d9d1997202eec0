import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

// A proxy between the program and PostgreSQL that can drop the connection at a COMMIT, before or after the
// server gets it.
let losesCommit: 'before' | 'after' | null = null;
const COMMIT = Buffer.from('commit\0');

function passOn(client: Socket, upstream: Socket): void {
  const end = () => {
    client.destroy();
    upstream.destroy();
  };
  for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  let isLost = false;
  client.on('data', (bytes) => {
    if (!bytes.includes(COMMIT) || losesCommit === null) return upstream.write(bytes);
    const when = losesCommit;
    losesCommit = null;
    isLost = true;
    return when === 'before' ? end() : upstream.write(bytes);
  });
  // The response to the COMMIT shows that it succeeded, and is dropped.
  upstream.on('data', (bytes) => (isLost ? end() : client.write(bytes)));
}

let dataDir: string;
let database: TestDatabase;
let proxy: Server;
let store: Database;
beforeAll(async () => {
  dataDir = mkdtempSync(`${tmpdir()}/commit-`);
  database = await createTestDatabase(dataDir);
  const url = new URL(database.url);
  const port = Number(url.port);
  proxy = createServer((client) => passOn(client, connect(port, url.hostname)));
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  url.port = String((proxy.address() as AddressInfo).port);
  store = openDatabase(url.href);
});
afterAll(async () => {
  await store.close();
  await new Promise((done) => proxy.close(done));
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function write(key: string) {
  const ran = { attempts: 0, effects: 0 };
  const answer = await transaction({ store }, async (tx) => {
    ran.attempts += 1;
    tx.onCommit(() => {
      ran.effects += 1;
    });
    await tx.insertInto('settings').values({ key, value: '' }).execute();
    return 'written';
  });
  const rows = await store.db.selectFrom('settings').select('key').where('key', '=', key).execute();
  return { ...ran, answer, rows: rows.length };
}

test('finds out that a transaction was committed although the answer was lost', async () => {
  losesCommit = 'after';
  expect(await write('after')).toEqual({ attempts: 1, effects: 1, answer: 'written', rows: 1 });
});

test('runs a transaction again whose COMMIT never arrived', async () => {
  losesCommit = 'before';
  expect(await write('before')).toEqual({ attempts: 2, effects: 1, answer: 'written', rows: 1 });
});
