import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { ASHA } from '../support/people.ts';
import { createDataFolder } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { freePort, kill, startAppProcess, stop } from './app-process.ts';

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
