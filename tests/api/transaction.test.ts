import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { type Database, type Db, isStorageTrouble, openDatabase } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';

const dir = mkdtempSync(join(tmpdir(), 'transaction-'));
const opened: { close(): unknown }[] = [];
afterAll(async () => {
  for (const each of opened) await each.close();
  rmSync(dir, { recursive: true, force: true });
});

let file: string;
let store: Database;
beforeEach(async () => {
  file = join(dir, `${crypto.randomUUID()}.db`);
  store = openDatabase(`sqlite:${file}`);
  opened.push(store);
  await sql`create table notes (text text not null primary key) strict`.execute(store.db);
});

const insert = (tx: Db, text: string) => sql`insert into notes values (${text})`.execute(tx);
const write = (text: string) => transaction({ store }, (tx) => insert(tx, text));
const notes = async () =>
  (await sql<{ text: string }>`select text from notes order by text`.execute(store.db)).rows.map(
    (row) => row.text,
  );

/** The same file as another process would have it open. */
function otherProcess(): SqliteFile.Database {
  const other = new SqliteFile(file, { timeout: 0 });
  opened.push(other);
  return other;
}

test('rolls back only the transaction that throws', async () => {
  const texts = Array.from({ length: 20 }, (_, at) => `note ${String(at).padStart(2, '0')}`);
  const outcomes = await Promise.allSettled(
    texts.map((text, at) =>
      transaction({ store }, async (tx) => {
        await insert(tx, text);
        if (at % 5 === 0) throw new Error('refused');
      }),
    ),
  );
  expect(await notes()).toEqual(texts.filter((_, at) => at % 5 !== 0));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
});

test('refuses a transaction within another, which would wait for it for ever', async () => {
  const nested = transaction({ store }, async (tx) => {
    await insert(tx, 'outer');
    await write('inner');
  });
  await expect(nested).rejects.toThrow('within another one');
  await write('afterwards');
  expect(await notes()).toEqual(['afterwards']);
});

test('does not show uncommitted rows to readers', async () => {
  let seen: Promise<string[]> | undefined;
  const refused = transaction({ store }, async (tx) => {
    await insert(tx, 'never');
    seen = notes();
    await insert(tx, 'never');
  });
  await expect(refused).rejects.toThrow(/UNIQUE/);
  expect(await seen).toEqual([]);
});

test('waits until another process releases the lock', async () => {
  const other = otherProcess();
  other.exec('begin immediate');
  const writing = write('late');
  expect(await notes()).toEqual([]);
  other.exec('commit');
  await writing;
  expect(await notes()).toEqual(['late']);
});

test('reports a full disk as such and writes again once there is space', async () => {
  const pages = Number(store.pragma?.('page_count'));
  await sql.raw(`pragma max_page_count = ${pages + 1}`).execute(store.db);
  const long = 'x'.repeat(20_000);
  for (const text of ['first', 'second']) {
    const failure = await write(text + long).catch((error: unknown) => error);
    expect(String(failure)).toMatch(/full/);
    expect(isStorageTrouble(failure)).toBe(true);
  }
  await sql.raw('pragma max_page_count = 100000').execute(store.db);
  await write('room again');
  expect(await notes()).toEqual(['room again']);
});

const busy = () => Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });

test('runs effects once after the commit, in order, each function once', async () => {
  const seen: string[] = [];
  const other = otherProcess();
  const read = () => seen.push(`sees ${other.prepare('select count(*) from notes').pluck().get()}`);
  await transaction({ store }, async (tx) => {
    tx.onCommit(read);
    await insert(tx, 'stored');
    tx.onCommit(() => seen.push('second'));
    tx.onCommit(read);
    expect(seen).toEqual([]);
  });
  expect(seen).toEqual(['sees 1', 'second']);
});

test('runs no effect after a rollback', async () => {
  const effect = vi.fn();
  const refused = transaction({ store }, async (tx) => {
    tx.onCommit(effect);
    await insert(tx, 'never');
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(effect).not.toHaveBeenCalled();
});

test('writes once and runs effects once when the body is retried', async () => {
  const effects: number[] = [];
  let attempts = 0;
  await transaction({ store }, async (tx) => {
    attempts += 1;
    const attempt = attempts;
    tx.onCommit(() => effects.push(attempt));
    await insert(tx, 'once');
    if (attempt < 3) throw busy();
  });
  expect(effects).toEqual([3]);
  expect(await notes()).toEqual(['once']);
});

test('logs an effect that throws, keeps the transaction and runs the other effects', async () => {
  const effect = vi.fn();
  const error = vi.fn();
  await transaction({ store, log: { error } }, async (tx) => {
    tx.onCommit(() => {
      throw new Error('failed');
    });
    tx.onCommit(effect);
    await insert(tx, 'stored');
  });
  expect(effect).toHaveBeenCalledOnce();
  expect(error).toHaveBeenCalledWith('an effect after a commit failed', expect.any(Error));
  expect(await notes()).toEqual(['stored']);
});
