import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Email } from '../../api/platform/mail/deliver-mail.ts';
import { ON_POSTGRES } from '../support/database.ts';
import type { TestApp } from '../support/test-app.ts';
import type { LeftModel, Model } from './model.ts';
import type { Simulated } from './step.ts';

/** The mails that wait in the outbox. */
export async function openedMails({ server }: TestApp): Promise<(Email & { kind: string })[]> {
  const { store, outbox } = server.services;
  const rows = await store.db
    .selectFrom('outbox')
    .select(['kind', 'encrypted'])
    .where('encrypted', 'is not', null)
    .execute();
  return rows.flatMap(({ kind, encrypted }) => {
    const mail = encrypted && outbox.open(encrypted);
    return mail ? [{ ...mail, kind }] : [];
  });
}

/** After a deletion no file, response, log line or later mail contains the person. */
export async function checkDeletedAccounts({ app }: Simulated, model: Model): Promise<void> {
  if (model.left.length === 0) return;
  const stored = ON_POSTGRES ? await rowsOfAllTables(app) : filesOf(app);
  const waiting = await openedMails(app);
  for (const left of model.left) {
    for (const trace of identifiersOf(model, left)) {
      expect(
        stored.some((part) => part.includes(trace)),
        'nobody who left is in the database',
      ).toBe(false);
      const names = (text: string) => text.includes(trace);
      expect(app.answers.slice(left.answers).find(names), 'nor in answers').toBeUndefined();
      expect(app.logLines.slice(left.lines).find(names), 'nor in the log').toBeUndefined();
    }
    // The lines of this step are forgotten at its end.
    Object.assign(left, { answers: 0, lines: app.logLines.length });
    const later = app.mail.emails.slice(left.mails).map(({ to, subject, text }) => ({
      ...{ kind: 'sent', subject: subject ?? '', text: text ?? '' },
      to: to?.[0]?.address ?? '',
    }));
    for (const { kind, to, subject, text } of [...waiting, ...later]) {
      const isAbout = identifiersOf(model, left).some((each) => to === each || text.includes(each));
      // A mail about an order may say more in its subject when it is sent.
      const isExpected =
        left.waiting.some((each) => subject.startsWith(each)) ||
        /account was deleted/.test(subject);
      expect(isAbout && !isExpected, `a mail about “${subject}” to or about ${to}`).toBe(false);
      expect(isAbout && kind === 'message while away', 'nobody gets what they wrote').toBe(false);
    }
  }
}

const filesOf = ({ dataDir }: TestApp): Buffer[] =>
  ['app.db', 'app.db-wal']
    .map((name) => join(dataDir, name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file));

/** PostgreSQL removes deleted rows from its files itself, later. */
async function rowsOfAllTables({ server }: TestApp): Promise<string[]> {
  const { db } = server.services.store;
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    db,
  );
  const rows = tables.rows.map(
    ({ name }) => sql`select ${sql.table(name)}::text as text from ${sql.table(name)}`,
  );
  const all = await sql<{ text: string }>`${sql.join(rows, sql` union all `)}`.execute(db);
  return all.rows.map(({ text }) => text);
}

/** The name, which is in all that they wrote; the address, until they come back with it. */
const identifiersOf = ({ buyers }: Model, { buyer }: LeftModel): string[] =>
  buyers.includes(buyer) ? [buyer.name, buyer.email] : [buyer.name];
