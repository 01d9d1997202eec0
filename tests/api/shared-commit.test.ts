import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connect, isStorageTrouble, type Store } from '../../db/connect.ts';
import { SharedCommit } from '../../db/shared-commit.ts';

const dir = mkdtempSync(join(tmpdir(), 'shared-'));
const open: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of open) await close();
  rmSync(dir, { recursive: true, force: true });
});

let file: string;
let store: Store;
beforeEach(async () => {
  file = join(dir, `${crypto.randomUUID()}.db`);
  store = connect(`sqlite:${file}`);
  open.push(() => store.close());
  await sql`create table notes (text text not null primary key) strict`.execute(store.db);
});

const note = (text: string, db = store.db) =>
  sql`insert into "notes" (text) values (${text})`.execute(db);
const notes = async () =>
  (await sql<{ text: string }>`select text from notes order by text`.execute(store.db)).rows.map(
    (row) => row.text,
  );
const letters = Array.from({ length: 50 }, (_, at) => `note ${String(at).padStart(2, '0')}`);

test('writers that come together share a commit, and each is answered when it is kept', async () => {
  const other = new Database(file);
  open.push(() => other.close());
  const keptWhenAnswered = await Promise.all(
    letters.map(async (text) => {
      await store.db.transaction().execute((tx) => note(text, tx));
      return other.prepare('select count(*) from notes').pluck().get();
    }),
  );
  expect(keptWhenAnswered).toEqual(letters.map(() => letters.length));
});

test('one that fails is undone alone', async () => {
  const outcomes = await Promise.allSettled(
    letters.map((text, at) =>
      store.db.transaction().execute(async (tx) => {
        await note(text, tx);
        if (at % 10 === 0) throw new Error('changed my mind');
        if (at % 10 === 1) await note(text, tx);
      }),
    ),
  );
  const good = letters.filter((_, at) => at % 10 > 1);
  expect(await notes()).toEqual(good);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(good.length);
});

test('a single statement keeps its turn between transactions, and a refused one harms nobody', async () => {
  await note('twin');
  const outcomes = await Promise.allSettled([
    store.db.transaction().execute((tx) => note('first', tx)),
    note('twin'),
    note('second'),
    store.db.transaction().execute((tx) => note('third', tx)),
  ]);
  expect(outcomes.map((each) => each.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(await notes()).toEqual(['first', 'second', 'third', 'twin']);
});

test('nobody reads what is not kept yet', async () => {
  const seen: string[][] = [];
  const undone = store.db.transaction().execute(async (tx) => {
    await note('never', tx);
    void notes().then((found) => seen.push(found));
    await note('never', tx);
  });
  await expect(undone).rejects.toThrow(/UNIQUE/);
  await expect.poll(() => seen).toEqual([[]]);
});

test('a commit ends the turn of many who keep coming: readers get theirs', async () => {
  let writing = true;
  const writers = Array.from({ length: 20 }, async (_, at) => {
    for (let step = 0; writing; step += 1) await note(`${at} ${step}`);
  });
  for (let look = 0; look < 20; look += 1) await notes();
  writing = false;
  await Promise.all(writers);
});

test('when the disk is full all who shared the commit are told so, and it works again with room', async () => {
  const pages = Number(store.pragma('page_count'));
  await sql.raw(`pragma max_page_count = ${pages + 2}`).execute(store.db);
  const long = 'x'.repeat(2_000);
  const outcomes = await Promise.allSettled(
    letters.map((text) => store.db.transaction().execute((tx) => note(text + long, tx))),
  );
  const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(reasons.length).toBeGreaterThan(40);
  expect(reasons.filter((each) => !isStorageTrouble(each))).toEqual([]);
  const kept = outcomes.filter((each) => each.status === 'fulfilled').length;
  expect(await notes()).toHaveLength(kept);
  await sql.raw('pragma max_page_count = 100000').execute(store.db);
  await note('room again');
  expect(await notes()).toContain('room again');
});

test('a disk that fails between two writers fails those who shared, and nobody after them', async () => {
  const sqlite = new Database(join(dir, `${crypto.randomUUID()}.db`));
  open.push(() => sqlite.close());
  sqlite.exec('create table notes (text text) strict');
  for (const broken of ['savepoint one', 'release one', 'commit']) {
    let breaks = 2;
    const run = (sql: string) => {
      if (sql === broken && --breaks === 0) throw new Error('disk I/O error');
      sqlite.exec(sql);
    };
    const turns = new SharedCommit(
      { run, isOpen: () => sqlite.inTransaction, isBusy: () => false },
      1_000,
    );
    const write = async (text: string) => {
      await turns.enter({});
      sqlite.prepare('insert into notes values (?)').run(text);
      await turns.leave();
    };
    for (let round = 0; round < 3; round += 1) {
      const words = ['a', 'b', 'c'].map((each) => `${broken} ${round} ${each}`);
      const ends = await Promise.allSettled(words.map(write));
      const kept = sqlite.prepare('select text from notes').pluck().all();
      words.forEach((word, at) => {
        expect(kept.includes(word), word).toBe(ends[at]?.status === 'fulfilled');
      });
    }
    await write(`${broken} afterwards`);
    expect(breaks, broken).toBeLessThanOrEqual(0);
    expect(sqlite.inTransaction).toBe(false);
  }
});
