import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database, Db } from './database.ts';
import { isPostgres, lockName } from './engine.ts';
import { schema } from './migrations/0001-schema.ts';
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

const FIRST = '0001-schema';
const UNRELEASED =
  'This database was made by a version from before 1.0.0, which has no upgrade: export its content with that version (npm run content -- export content), then start this one with a new DATA_DIR or DATABASE_URL.';

/** All migrations in the order in which they run. A released one is never edited. */
export const MIGRATIONS: Record<string, AppMigration> = {
  [FIRST]: schema,
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

/** Lists the migrations in the database. Throws if it is from before the first one. */
async function listMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'migrations')) return [];
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    db,
  );
  const names = rows.map((row) => row.name);
  if (names.length > 0 && !names.includes(FIRST)) throw new Error(UNRELEASED);
  return names;
}
