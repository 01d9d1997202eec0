import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database.ts';
import fc, { randomRuns, SEED } from '../support/fast-check.ts';
import { CAN_RUN_DOVECOT, openImapServer } from '../support/imap-server.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { ASHA, ownerOf, paidOrder, signUpBuyer } from '../support/people.ts';
import { isOwn, randomMail, storedKinds } from '../support/random-mail.ts';
import { recordsOf } from '../support/signed-mail.ts';
import { createDataFolder, startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { freePort, kill, start, startAppProcess, stop } from './app-process.ts';

let mail: MailServer;
let dataDir: string;
let database: TestDatabase;
beforeAll(async () => {
  mail = await openMailServer();
  dataDir = createDataFolder();
  database = await createTestDatabase(dataDir);
});
afterAll(async () => {
  await mail.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a mail that the server accepted before the app could note it is repeated as the same mail', async () => {
  const env = { ...database.env, SMTP_URL: mail.url, MAIL_FROM: 'Studio <s@vy.example>' };
  const port = await freePort();
  mail.silent.add(ASHA.email);
  const killed = await startAppProcess(dataDir, port, { env });
  const signedUp = await killed.visitor().post('/api/v1/user/sign-up', ASHA);
  expect(signedUp.status).toBe(201);
  const sent = () => mail.emails.filter(({ to }) => to?.[0]?.address === ASHA.email);
  await waitFor(() => expect(sent()).toHaveLength(1));
  await kill(killed);

  mail.silent.clear();
  // The lease of the killed process has expired.
  await rowsOf(database, `UPDATE outbox SET next_try_at = created_at WHERE kind = 'code'`);
  const app = await startAppProcess(dataDir, port, { env });
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent();
  expect(first?.messageId).toMatch(/^<[\w-]+@vy\.example>$/);
  expect(second?.messageId).toBe(first?.messageId);
  const waiting = `SELECT id FROM outbox WHERE kind = 'code' AND sent_at IS NULL`;
  await waitFor(async () => expect(await rowsOf(database, waiting)).toEqual([]));
  await stop(app);
});

const KILLS = randomRuns(2);
const MAILS = 10 * KILLS;
const REPEATED = 5;

test.skipIf(!CAN_RUN_DOVECOT)(
  'each of many odd mails is taken once, however often the process is killed while it reads them',
  async () => {
    const imap = await openImapServer();
    const records = recordsOf('buyers.example', 'evil.example');
    const settings = { MAIL_REPLIES: imap.url, MAIL_REPLY_ADDRESS: 'studio+{token}@vy.example' };
    const textRecords = async (name: string) => records[name] ?? [];
    const app = await startTestApp(settings, { textRecords });
    const file = { url: `sqlite:${join(app.dataDir, 'app.db')}` };
    const [asha, owner] = await Promise.all([signUpBuyer(app, ASHA), ownerOf(app)]);
    const orderId = await paidOrder(app, asha);
    const messageText = 'Which colour?';
    await owner.post('/api/v1/communicate/send-message', { orderId, messageText });
    app.advance(5 * 60_000);
    app.server.services.outbox.flush();
    const asked = await app.mail.email(ASHA.email, /^New messages/);
    const to = asked.replyTo?.[0]?.address ?? '';
    const mark = /\[#(.*)\]$/.exec(asked.subject ?? '')?.[1] ?? '';

    const readTo = async () => {
      const place = `SELECT value FROM settings WHERE key = 'mail replies place'`;
      const [row] = await rowsOf<{ value: string }>(file, place);
      const waiting = await rowsOf(file, 'SELECT id FROM waiting_mails');
      return row ? (JSON.parse(row.value) as { uid: number }).uid - waiting.length : 0;
    };
    const kinds = fc.sample(storedKinds, { numRuns: MAILS, seed: SEED });
    const port = await freePort();
    await app.restart(async () => {
      const raws = await Promise.all(
        kinds.map((each, at) =>
          randomMail(
            { ...each, said: `Answer ${at}.` },
            { email: ASHA.email, to, id: String(at), mark, now: new Date() },
          ),
        ),
      );
      for (const raw of [...raws, ...raws.slice(0, REPEATED)]) await imap.deliver(raw);
      // A mail waits longer the more often the process dies while it is read, so that many kills come later on average.
      const max = KILLS > 2 ? 40 : 16;
      const killAt = fc.sample(fc.integer({ min: 4, max }), { numRuns: KILLS, seed: SEED });
      for (const at of killAt) {
        const env = {
          ...{ DATA_DIR: app.dataDir, PORT: String(port), SMTP_URL: app.mail.url },
          ...{ ...settings, MAIL_FROM: 'Studio <s@vy.example>', KILL_AT: String(at) },
          TXT_RECORDS: JSON.stringify(records),
        };
        const reading = start(['tests/faults/mailbox-app.ts'], env);
        await Promise.race([
          reading.ended,
          waitFor(async () => expect(await readTo()).toBe(MAILS + REPEATED)),
        ]);
        await kill(reading);
        expect(reading.output()).toBe('');
        expect(await readTo()).toBeLessThan(MAILS + REPEATED);
        // The lease of the killed process has expired.
        await rowsOf(file, 'DELETE FROM leases');
      }
    });
    await waitFor(async () => expect(await readTo()).toBe(MAILS + REPEATED));
    const { db } = app.server.services.store;
    const rows = await db
      .selectFrom('messages')
      .selectAll()
      .where('by_mail', 'is not', null)
      .execute();
    const own = kinds.filter(isOwn).length;
    expect(rows).toHaveLength(own);
    expect(own).toBeGreaterThan(2);
    const waiting = await db.selectFrom('unproved_answers').select(['reason', 'dropped']).execute();
    const counted = waiting.reduce((sum, { dropped }) => sum + 1 + dropped, 0);
    expect(counted).toBe(MAILS - own);
    expect(waiting.map(({ reason }) => reason)).not.toContain('unreadable');
    await app.close();
    await imap.close();
  },
  KILLS * 60_000,
);
