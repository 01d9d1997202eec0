import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  createSubscriptions,
  type DomainEvent,
  defineEvent,
  emit,
  on,
  type Subscriber,
} from '../../api/platform/events.ts';
import type { Services } from '../../api/platform/services.ts';
import { subscriptions } from '../../api/subscriptions.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';

const dir = mkdtempSync(join(tmpdir(), 'events-'));
const store: Database = openDatabase(`sqlite:${join(dir, 'events.db')}`);
afterAll(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const written = defineEvent<{ text: string }>('note.written');
const pushed: string[] = [];
beforeEach(async () => {
  pushed.length = 0;
  await sql`drop table if exists notes`.execute(store.db);
  await sql`create table notes (text text not null) strict`.execute(store.db);
});

const insert =
  (suffix: string): Subscriber<{ text: string }> =>
  (tx, _, { text }) =>
    sql`insert into notes values (${text + suffix})`.execute(tx);
const push: Subscriber<{ text: string }> = (tx, _, { text }) =>
  tx.onCommit(() => void pushed.push(text));
const fail: Subscriber<object> = () => Promise.reject(new Error('refused'));

function publish(...subscribers: Subscriber<{ text: string }>[]) {
  const services = {
    store,
    subscriptions: createSubscriptions([on(written, ...subscribers)]),
  } as Services;
  return transaction(services, (tx) => emit(tx, services, written, { text: 'note' }));
}
const notes = async () =>
  (await sql<{ text: string }>`select text from notes order by rowid`.execute(store.db)).rows.map(
    ({ text }) => text,
  );

test('subscribers run in the order of the table, and what leaves the process after the commit', async () => {
  await publish(push, insert(' 1'), insert(' 2'), () => expect(pushed).toEqual([]));
  expect(await notes()).toEqual(['note 1', 'note 2']);
  expect(pushed).toEqual(['note']);
});

test('a subscriber that fails undoes what the others wrote and pushes nothing', async () => {
  await expect(publish(insert(''), push, fail)).rejects.toThrow('refused');
  expect(await notes()).toEqual([]);
  expect(pushed).toEqual([]);
});

test('an event without an entry, or with two, is refused', async () => {
  const services = { store, subscriptions: createSubscriptions([]) } as Services;
  const lost = transaction(services, (tx) => emit(tx, services, written, { text: '' }));
  await expect(lost).rejects.toThrow('note.written has no entry in api/subscriptions.ts');
  expect(() => createSubscriptions([on(written), on(written)])).toThrow('two entries');
});

test('every event that a module defines has its entry in api/subscriptions.ts and a name of the common form', async () => {
  const files = globSync('api/modules/**/*.ts')
    .filter((file) => /\bdefineEvent</.test(readFileSync(file, 'utf8')))
    .map((file) => resolve(file));
  const modules: object[] = await Promise.all(files.map((file) => import(file)));
  const isEvent = (value: unknown): value is DomainEvent<object> =>
    typeof value === 'object' && value !== null && Object.keys(value).join() === 'name';
  const events = modules.flatMap((each) => Object.values(each)).filter(isEvent);
  expect(events.length).toBeGreaterThan(0);
  expect(
    events.map(({ name }) => name).filter((name) => !/^[a-z]+\.[a-zA-Z]+$/.test(name)),
  ).toEqual([]);
  expect([...subscriptions.keys()].sort()).toEqual(events.map(({ name }) => name).sort());
});
