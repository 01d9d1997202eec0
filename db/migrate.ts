import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database, Db } from './database.ts';
import { isPostgres, lockName } from './engine.ts';
import { first } from './migrations/0001-first.ts';
import { ledger } from './migrations/0002-ledger.ts';
import { socketAttachments } from './migrations/0003-socket-attachments.ts';
import { agreements } from './migrations/0004-agreements.ts';
import { disputes } from './migrations/0005-disputes.ts';
import { releases } from './migrations/0006-releases.ts';
import { profiles } from './migrations/0007-profiles.ts';
import { cancellation } from './migrations/0008-cancellation.ts';
import { auditLog } from './migrations/0009-audit-log.ts';
import { instalments } from './migrations/0010-instalments.ts';
import { questions } from './migrations/0011-questions.ts';
import { quotes } from './migrations/0012-quotes.ts';
import { secondFactors } from './migrations/0013-second-factors.ts';
import { orderChanges } from './migrations/0014-order-changes.ts';
import { billingDocuments } from './migrations/0015-billing-documents.ts';
import { documentDates } from './migrations/0016-document-dates.ts';
import { assistants } from './migrations/0017-assistants.ts';
import { orderBalance } from './migrations/0025-order-balance.ts';
import { gigDocuments } from './migrations/0027-gig-documents.ts';
import { brand } from './migrations/0028-brand.ts';
import { pathAfterSignUp } from './migrations/0033-path-after-sign-up.ts';
import { legalVersions } from './migrations/0035-legal-versions.ts';
import { compensations } from './migrations/0036-compensations.ts';
import { paymentLinks } from './migrations/0040-payment-links.ts';
import { orderDates } from './migrations/0042-order-dates.ts';
import { billingDetails } from './migrations/0045-billing-details.ts';
import { exportDecision } from './migrations/0046-export-decision.ts';
import { testOrders } from './migrations/0047-test-orders.ts';
import { orderPauses } from './migrations/0048-order-pauses.ts';
import { requirementAnswers } from './migrations/0049-requirement-answers.ts';
import { taxDeducted } from './migrations/0051-tax-deducted.ts';
import { currencies } from './migrations/0053-currencies.ts';
import { contentItems } from './migrations/0054-content-items.ts';
import { discountCodes } from './migrations/0055-discount-codes.ts';
import { codesByMail } from './migrations/0056-codes-by-mail.ts';
import { visits } from './migrations/0057-visits.ts';
import { handOvers } from './migrations/0059-hand-overs.ts';
import { paperCopies } from './migrations/0060-paper-copies.ts';
import { caseStudies } from './migrations/0061-case-studies.ts';
import { deliveryPins } from './migrations/0062-delivery-pins.ts';
import { clientNotes } from './migrations/0063-client-notes.ts';
import { mailReplies } from './migrations/0065-mail-replies.ts';
import { instalmentDays } from './migrations/0066-instalment-days.ts';
import { deliveredLinks } from './migrations/0067-delivered-links.ts';
import { listProcesses } from './running-processes.ts';
import { readSetting, storeSetting } from './settings.ts';
import { transaction } from './transaction.ts';

/** The oldest supported server: Debian 12 has 15, Ubuntu 22.04 has 14. */
const OLDEST_POSTGRES = 14;

interface AppMigration extends Migration {
  /**
   * Set if older programs cannot work with the database after this migration: a column that they use was
   * removed, a new one is required, or new data have a different meaning for them. The migration is refused
   * if one of them is running.
   */
  breaksOlder?: true;
}

/** All migrations in the order in which they run. A released migration is never edited. */
export const MIGRATIONS: Record<string, AppMigration> = {
  '0001-first': first,
  '0002-ledger': ledger,
  '0003-socket-attachments': socketAttachments,
  '0004-agreements': agreements,
  '0005-disputes': disputes,
  '0006-releases': releases,
  '0007-profiles': profiles,
  '0008-cancellation': cancellation,
  '0009-audit-log': auditLog,
  // Older programs know at most two instalments, and would charge a wrong amount for an order with more.
  '0010-instalments': { ...instalments, breaksOlder: true },
  '0011-questions': questions,
  '0012-quotes': quotes,
  // Older programs would allow sign-ins without the second factor.
  '0013-second-factors': { ...secondFactors, breaksOlder: true },
  '0014-order-changes': orderChanges,
  // Older programs would complete orders without an invoice.
  '0015-billing-documents': { ...billingDocuments, breaksOlder: true },
  '0016-document-dates': documentDates,
  '0017-assistants': assistants,
  '0025-order-balance': orderBalance,
  // Older programs read packages, extras, questions and pictures of gigs from tables that are gone.
  '0027-gig-documents': { ...gigDocuments, breaksOlder: true },
  '0028-brand': brand,
  '0033-path-after-sign-up': pathAfterSignUp,
  '0035-legal-versions': legalVersions,
  '0036-compensations': compensations,
  '0040-payment-links': paymentLinks,
  '0042-order-dates': orderDates,
  '0045-billing-details': billingDetails,
  '0046-export-decision': exportDecision,
  '0047-test-orders': testOrders,
  '0048-order-pauses': orderPauses,
  '0049-requirement-answers': requirementAnswers,
  '0051-tax-deducted': { ...taxDeducted, breaksOlder: true },
  // An older program takes every amount for rupees.
  '0053-currencies': { ...currencies, breaksOlder: true },
  // Older programs read past work from a table that is gone.
  '0054-content-items': { ...contentItems, breaksOlder: true },
  '0055-discount-codes': discountCodes,
  '0056-codes-by-mail': codesByMail,
  '0057-visits': visits,
  '0059-hand-overs': handOvers,
  '0060-paper-copies': paperCopies,
  '0061-case-studies': caseStudies,
  '0062-delivery-pins': deliveryPins,
  '0063-client-notes': clientNotes,
  '0065-mail-replies': mailReplies,
  '0066-instalment-days': instalmentDays,
  '0067-delivered-links': deliveredLinks,
};

export type Migrations = typeof MIGRATIONS;

/** The newest migration that this program knows. */
export const newestOf = (migrations: Migrations = MIGRATIONS): string =>
  Object.keys(migrations).at(-1) ?? '';

/**
 * The setting with the newest migration that breaks older programs: a program must know it to use the
 * database.
 */
export const REQUIRED_MIGRATION = 'required migration';

/**
 * Migrates the schema to the newest version, in one transaction. Throws if a newer program has made a
 * breaking change, or if this one would make one while an older program is running.
 */
export async function migrate(store: Database, migrations = MIGRATIONS): Promise<void> {
  if (store.engine === 'postgres') await requireServerVersion(store.db);
  await transaction({ store }, async (tx) => {
    await lockName(tx, 'migration');
    const done = await listMigrations(tx);
    const pending = Object.keys(migrations).filter((name) => !done.includes(name));
    const newer = done.find((name) => !(name in migrations));
    if (newer) {
      // In a rolling upgrade an older process may start again.
      if (isPostgres(tx) && pending.length === 0 && (await isUsable(tx, migrations))) return;
      throw new Error(`The database is newer than this program (it knows ${newer}). Update first.`);
    }
    const breaking = pending.findLast((name) => migrations[name]?.breaksOlder);
    if (breaking && done.length > 0) await refuseWhileOlderRun(tx, breaking);
    const migrator = new Migrator({
      db: tx,
      provider: { getMigrations: async () => migrations },
      migrationTableName: 'migrations',
      migrationLockTableName: 'migration_lock',
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
    if (isPostgres(tx)) await storeFilesUncompressed(tx);
    if (breaking) await storeSetting(tx, REQUIRED_MIGRATION, breaking);
  });
}

/** Throws if the server is older than what the migrations and queries need. */
async function requireServerVersion(db: Db): Promise<void> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(db);
  const version = rows[0]?.version ?? '';
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return;
  throw new Error(
    `The database server is PostgreSQL ${version}, and ${OLDEST_POSTGRES} or newer is needed: set DATABASE_URL to a newer one.`,
  );
}

/**
 * Stores the bytes of files without compression: most are compressed already, and a part of one that is not is read
 * without the rest. A statement of its own, because `create table` knows the word since PostgreSQL 16 only.
 */
async function storeFilesUncompressed(tx: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.atttypid = 'bytea'::regtype and a.attnum > 0 and not a.attisdropped
      and a.attstorage <> 'e'`.execute(tx);
  for (const { table, column } of rows) {
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set storage external`.execute(
      tx,
    );
  }
}

/** Whether this program can work with the current schema. */
export async function isUsable(db: Db, migrations = MIGRATIONS): Promise<boolean> {
  const required = await readSetting(db, REQUIRED_MIGRATION);
  return required === undefined || required in migrations;
}

async function refuseWhileOlderRun(tx: Db, breaking: string): Promise<void> {
  const older = (await listProcesses(tx)).filter(({ migration }) => migration < breaking);
  if (older.length === 0) return;
  throw new Error(
    `${older.length} older ${older.length === 1 ? 'process' : 'processes'} of the app cannot work with the migration ${breaking}. Stop every older process, wait 15 seconds, then start this version.`,
  );
}

/** Whether any program has used this database before. */
export const hasSchema = async ({ db }: Database): Promise<boolean> =>
  (await listMigrations(db)).length > 0;

/** Lists the migrations in the database. */
async function listMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'migrations')) return [];
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    db,
  );
  return rows.map((row) => row.name);
}
