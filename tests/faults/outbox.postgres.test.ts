import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { openSalesHarness } from '../bench/sales-harness.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { ASHA } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';
import { type AppProcess, kill } from './app-process.ts';
import { type SeveralProcesses, startSeveral } from './several-processes.ts';

// Three processes that send the mail of one outbox.
const MAILS = 60;

let mail: MailServer;
let database: TestDatabase;
let cluster: SeveralProcesses;
let dataDir: string;
let harness: ReturnType<typeof openSalesHarness>;
beforeAll(async () => {
  mail = await openMailServer();
  database = await createTestDatabase('');
  dataDir = mkdtempSync(join(tmpdir(), 'outbox-'));
  harness = openSalesHarness(dataDir, database.env);
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'Studio <s@vy.example>' };
  cluster = await startSeveral(3, settings, undefined, database);
});
afterAll(async () => {
  await harness.close();
  await cluster.close();
  await mail.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Queues mail in one commit, so that every process finds all of it. */
const enqueue = (addresses: string[]) =>
  transaction(harness.services, async (tx) => {
    for (const to of addresses) {
      const content = { to, subject: `For ${to}`, paragraphs: ['Hello'] };
      await harness.services.outbox.enqueue(tx, { kind: 'notice', dedupeKey: to, ...content });
    }
  });
const waiting = () =>
  cluster.store.db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute();
const received = () => mail.emails.flatMap(({ to }) => to?.map((each) => each.address)).sort();

/** Makes a process send mail, with that of others which waits: a code for whoever signs up. */
const signUpAt = (app: AppProcess | undefined, email: string) =>
  app?.visitor().post('/api/v1/user/sign-up', { ...ASHA, email });

test('three processes send each mail once', async () => {
  const addresses = Array.from({ length: MAILS }, (_, at) => `${at}@people.example`);
  await enqueue(addresses);
  const others = cluster.apps.map((_, at) => `${at}@others.example`);
  await Promise.all(cluster.apps.map((app, at) => signUpAt(app, others[at] ?? '')));
  await waitFor(async () => expect(await waiting()).toEqual([]));
  expect(received()).toEqual([...addresses, ...others].sort());
});

test('mail of a process that was killed while it sent is sent once by another', async () => {
  mail.emails.length = 0;
  const address = 'held@people.example';
  let release = () => {};
  mail.slow.set(
    address,
    new Promise((done) => {
      release = done;
    }),
  );
  const before = mail.connections();
  await signUpAt(cluster.apps[0], address);
  await waitFor(() => expect(mail.connections()).toBeGreaterThan(before));
  await Promise.all(cluster.apps.map(kill));
  // Its leases have expired for the process that starts now.
  await transaction({ store: cluster.store }, async (tx) => {
    await tx.deleteFrom('leases').execute();
    await tx.updateTable('outbox').set({ next_try_at: new Date().toISOString() }).execute();
  });
  release();
  await cluster.start();
  await waitFor(async () => expect(await waiting()).toEqual([]));
  expect(received()).toEqual([address]);
});
