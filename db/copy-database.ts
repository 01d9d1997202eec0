import './require-node-version.mjs';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { assertClosed } from './backup.ts';
import { type Database, type Db, isPostgresUrl, openDatabase } from './database.ts';
import { giveToOwnerOfFolder } from './folder-owner.ts';
import { migrate, REQUIRED_MIGRATION } from './migrate.ts';
import type { Tables } from './schema.ts';
import { transaction } from './transaction.ts';

/** Every table with data, each after those to which it refers. Leases end with their processes. */
export const TABLES = [
  ...['settings', 'limits', 'outbox', 'files', 'media', 'pictures', 'audit_log'],
  ...['users', 'sessions', 'password_links', 'devices'],
  'client_notes',
  'mailed_codes',
  'assistant_invitations',
  ...['gigs', 'content_items', 'versions', 'profiles', 'legal_versions', 'discount_codes'],
  ...['visits', 'releases'],
  ...['totp_secrets', 'recovery_codes', 'passkeys', 'suspended_keys', 'challenges'],
  ...['orders', 'order_events', 'order_pauses', 'order_requirements', 'revisions'],
  ...['deliveries', 'delivery_files', 'delivery_pictures', 'uploads', 'upload_pieces'],
  ...['delivery_pins', 'pin_replies'],
  ...['agreements', 'order_changes'],
  ...['instalments', 'payments', 'payment_events', 'rejected_payments', 'refunds', 'receipts'],
  ...['billing_documents', 'paper_copies', 'disputes', 'dispute_documents'],
  ...['instalment_reminders', 'compensations', 'payment_links'],
  ...['reviews', 'hidden_reviews', 'conversations', 'messages', 'attachments'],
  ...['quotes', 'case_study_requests', 'unproved_answers', 'waiting_mails'],
  ...['notifications', 'notification_preferences'],
] as (keyof Tables)[];

/** Tables with papers, whose rows are large. */
const WITH_PAPERS: string[] = ['receipts', 'billing_documents', 'dispute_documents'];
const PAGE = 200;
const PAGE_WITH_PAPERS = 4;

const RUNNING = 'The app is running. Stop every process of it first: what it writes would be lost.';

/** Copies everything into an empty database of either engine, in one transaction. Returns the row counts. */
export async function moveDatabase(from: string, to: string): Promise<Record<string, number>> {
  if (from === to) throw new Error('Both addresses are the same.');
  if (from.startsWith('sqlite:') && !existsSync(fileOf(from))) {
    throw new Error(`There is no file ${fileOf(from)}.`);
  }
  for (const url of [from, to]) {
    if (url.startsWith('sqlite:') && existsSync(fileOf(url))) assertClosed(fileOf(url), RUNNING);
  }
  // One connection each, so that any connection of the app is noticed.
  const source = openDatabase(from, { poolSize: 1 });
  const target = openDatabase(to, { poolSize: 1 });
  try {
    for (const store of [source, target]) await refuseWhileRunning(store);
    await migrate(source);
    await migrate(target);
    // The transaction on the source prevents all other writes there during the copy.
    return await transaction({ store: source }, async (reading) => {
      if (isPostgresUrl(from)) await lockTables(reading);
      return transaction({ store: target }, (writing) => copy(reading, writing));
    });
  } finally {
    await source.close();
    await target.close();
    if (to.startsWith('sqlite:') && existsSync(fileOf(to))) giveToOwnerOfFolder(fileOf(to));
  }
}

const fileOf = (url: string): string => url.slice('sqlite:'.length);

/**
 * Throws if the app is running: each of its processes keeps at least one connection open. The server may list one that was
 * just closed for a moment longer.
 */
async function refuseWhileRunning({ engine, db }: Database): Promise<void> {
  if (engine !== 'postgres') return;
  for (let tries = 0; tries < 20; tries += 1) {
    const { rows } = await sql`
      select pid from pg_stat_activity where datname = current_database()
        and application_name = current_setting('application_name') and pid <> pg_backend_pid()
    `.execute(db);
    if (rows.length === 0) return;
    await pause(100);
  }
  throw new Error(RUNNING);
}

async function lockTables(tx: Db): Promise<void> {
  const names = TABLES.map((table) => sql.table(table));
  await sql`lock table ${sql.join(names)} in share mode`.execute(tx);
}

async function copy(from: Db, to: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  // The only row in a migrated database; it is copied with the other settings.
  await to.deleteFrom('settings').where('key', '=', REQUIRED_MIGRATION).execute();
  for (const table of TABLES) {
    if ((await countRows(to, table)) > 0) {
      throw new Error(`The database to move to is not empty: ${table} has rows.`);
    }
  }
  for (const table of TABLES) {
    await copyTable(from, to, table);
    const [before, after] = [await countRows(from, table), await countRows(to, table)];
    if (before !== after) throw new Error(`${table} has ${before} rows, but ${after} were copied.`);
    counts[table] = after;
  }
  const [before, after] = [await sumMoney(from), await sumMoney(to)];
  if (before !== after) throw new Error(`The sums of money differ: ${before} and ${after}.`);
  await assertBalanced(to);
  return counts;
}

async function copyTable(from: Db, to: Db, table: keyof Tables): Promise<void> {
  const size = WITH_PAPERS.includes(table) ? PAGE_WITH_PAPERS : PAGE;
  const key = sql.raw(KEYS[table] ?? 'id');
  for (let offset = 0; ; offset += size) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} order by ${key} limit ${size} offset ${offset}`.execute(
      from,
    );
    const columns = Object.keys(rows[0] ?? {}).filter(
      (column) => !(CALCULATED[table] ?? []).includes(column),
    );
    if (rows.length === 0) return;
    const values = rows.map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`);
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
      values ${sql.join(values)}`.execute(to);
  }
}

/** Columns that the database calculates, which cannot be written. */
const CALCULATED: Partial<Record<keyof Tables, string[]>> = {
  gigs: ['title'],
  content_items: ['title'],
  orders: ['balance', 'shown_status', 'files_closed'],
};

/** The key columns of tables without `id`. */
const KEYS: Partial<Record<keyof Tables, string>> = {
  visits: 'day, kind, name',
  releases: 'name',
  upload_pieces: 'upload_id, at',
  ...{ settings: 'key', limits: 'key', files: 'hash', media: 'hash', audit_log: 'seq' },
  ...{
    sessions: 'token_hash',
    paper_copies: 'user_id',
    client_notes: 'user_id',
    password_links: 'token_hash',
    payment_links: 'token_hash',
  },
  ...{
    totp_secrets: 'user_id',
    recovery_codes: 'code_hash',
    challenges: 'key',
    mailed_codes: 'key, code_hash',
  },
  ...{ devices: 'token_hash', receipts: 'number' },
  billing_documents: 'number',
  ...{ profiles: 'version', versions: 'kind, item_id, version', order_requirements: 'order_id' },
  instalment_reminders: 'instalment_id, pay_by, stage',
  ...{ legal_versions: 'version', compensations: 'order_id' },
  delivery_pictures: 'file_id, kind',
  ...{ hidden_reviews: 'review_id', notification_preferences: 'user_id, about, turned_off' },
};

async function countRows(db: Db, table: keyof Tables): Promise<number> {
  const { rows } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}

/** All sums of money as one line, for a comparison. */
async function sumMoney(db: Db): Promise<string> {
  const { rows } = await sql`select * from
    (select sum(total) as a, sum(paid) as b, sum(refunded) as c, sum(lost) as d, sum(tax_deducted) as i from orders) as o,
    (select sum(amount) as e, sum(refunded) as f from payments) as p,
    (select sum(amount) as g from refunds) as r,
    (select sum(amount) as h, sum(tax_deducted) as j from instalments) as i`.execute(db);
  return JSON.stringify(rows);
}

/**
 * Checks that each order's paid amount is the sum of its settled payments, and that receipt numbers have no
 * gap.
 */
async function assertBalanced(db: Db): Promise<void> {
  const { rows: orders } = await sql<{ id: string }>`
    select id from orders where paid <> (select coalesce(sum(amount), 0) from payments
      where payments.order_id = orders.id and status = 'settled')`.execute(db);
  if (orders.length > 0) throw new Error(`${orders.length} orders do not match their payments.`);
  const { rows: years } = await sql<{ year: string }>`
    select year from receipts group by year having max(serial) <> count(*)`.execute(db);
  if (years.length > 0) throw new Error(`The receipts of ${years[0]?.year} have a gap.`);
}

if (import.meta.main) {
  process.umask(0o077);
  const [from, to] = process.argv.slice(2);
  try {
    if (!from || !to) throw new Error('Use: npm run move -- <from> <to>');
    const counts = await moveDatabase(from, to);
    const lines = [
      `Moved. Orders: ${counts['orders']}, people: ${counts['users']}; counts, sums of money and balances`,
      `agree. Set DATABASE_URL to the new address. The ${counts['files']} files stay in FILES_DIR or FILES_S3_URL.`,
      ...(counts['outbox'] || counts['totp_secrets']
        ? [
            'Waiting mail and authenticator apps need the key of before. With another SECRET_KEY sign in with a passkey or a',
            'recovery code, and set the apps up again.',
          ]
        : []),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
