import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { iso } from '../../api/platform/clock.ts';
import { createOutbox, type Outbox } from '../../api/platform/mail/outbox.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { transaction } from '../../db/transaction.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { waitFor } from '../support/wait-for.ts';

let dir: string;
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let store: Database;
let mailServer: MailServer;
let outbox: Outbox;
let logs: string[];
let clockOffset: number;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'outbox-'));
  database = await createEmptyDatabase(dir);
  store = openDatabase(database.url);
  await migrate(store);
  mailServer = await openMailServer();
  logs = [];
  clockOffset = 0;
  outbox = createOutbox(store, {
    config: readConfig({ SMTP_URL: mailServer.url, MAIL_FROM: 's@vy.example' }, dir),
    clock: () => new Date(Date.now() + clockOffset),
    log: { info: (line) => logs.push(line), error: (line) => logs.push(line) },
    key: Buffer.alloc(32, 7).toString('base64'),
    readBrand: async () => ({
      studio: 'Studio',
      seller: 'Vihaan',
      accent: { light: '#0f766e', dark: '#2dd4bf' },
      series: 'RV',
      legal: { name: 'Vihaan', address: '' },
    }),
  });
});

afterEach(async () => {
  await outbox.close();
  await store.close();
  await database.drop();
  await mailServer.close();
  rmSync(dir, { recursive: true, force: true });
});

const put = (kind: string, to: string, dedupeKey = `${kind}:${to}`) =>
  transaction({ store }, (tx) =>
    outbox.enqueue(tx, {
      ...{ kind, dedupeKey, to },
      ...{ subject: dedupeKey, paragraphs: ['Hello'] },
    }),
  );

const putMany = (count: number, to: (at: number) => string) =>
  transaction({ store }, async (tx) => {
    for (let at = 0; at < count; at += 1) {
      const mail = { subject: `no ${at}`, paragraphs: ['Hello'] };
      await outbox.enqueue(tx, { kind: 'order news', dedupeKey: `${at}`, to: to(at), ...mail });
    }
  });

const arrived = () => mailServer.emails.map((mail) => mail.to?.[0]?.address);

/** A promise that a slow mail server waits for, and the function that fulfils it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { open, opened };
}

test('sends a backlog of several pages without a pause over a few connections', async () => {
  await putMany(120, (at) => `buyer${at}@inbox.example`);
  outbox.flush();
  await waitFor(() => expect(mailServer.emails).toHaveLength(120));
  expect(new Set(arrived()).size).toBe(120);
  expect(mailServer.connections()).toBeLessThanOrEqual(10);
  // A mail is noted as sent after the mail server has accepted it.
  const left = store.db.selectFrom('outbox').select('id').where('sent_at', 'is', null);
  await waitFor(async () => expect(await left.execute()).toEqual([]));
});

test('sends other mail while one recipient’s server is slow', async () => {
  const { open, opened } = gate();
  mailServer.slow.set('slow@inbox.example', opened);
  await putMany(90, (at) => (at < 70 ? 'slow@inbox.example' : `quick${at}@inbox.example`));
  outbox.flush();
  await waitFor(() => expect(mailServer.emails).toHaveLength(20));
  expect(arrived()).not.toContain('slow@inbox.example');
  open();
  await waitFor(() => expect(mailServer.emails).toHaveLength(90));
});

test('sends codes and links before all other mail, even to the same recipient', async () => {
  const { open, opened } = gate();
  for (let at = 0; at < 60; at += 1) mailServer.slow.set(`stuck${at}@inbox.example`, opened);
  await putMany(60, (at) => `stuck${at}@inbox.example`);
  outbox.flush();
  await waitFor(() => expect(mailServer.connections()).toBeGreaterThan(1));
  mailServer.slow.delete('stuck59@inbox.example');
  await put('code', 'asha@inbox.example');
  await put('reset link', 'stuck59@inbox.example');
  outbox.flush();
  await mailServer.email('asha@inbox.example', /^code/);
  await mailServer.email('stuck59@inbox.example', /^reset link/);
  expect(mailServer.emails).toHaveLength(2);
  open();
});

test('retries a failed code within a minute however often it has failed', async () => {
  mailServer.refuse(451);
  await transaction({ store }, async (tx) => {
    const mail = { to: 'asha@inbox.example', subject: 'code', paragraphs: ['Hello'] };
    await outbox.enqueue(tx, { kind: 'code', dedupeKey: 'code', ...mail });
    await tx.updateTable('outbox').set({ tries: 8 }).execute();
  });
  const waiting = store.db.selectFrom('outbox').select(['tries', 'next_try_at']);
  await expect.poll(async () => (await waiting.executeTakeFirstOrThrow()).tries).toBe(9);
  const { next_try_at } = await waiting.executeTakeFirstOrThrow();
  expect(next_try_at <= iso(new Date(Date.now() + 60_000))).toBe(true);
  mailServer.refuse(null);
  clockOffset = 61_000;
  outbox.flush();
  await mailServer.email('asha@inbox.example', /^code/);
});
