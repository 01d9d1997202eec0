import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { lockName } from './engine.ts';
import { first } from './migrations/0001-first.ts';
import { ledger } from './migrations/0002-ledger.ts';
import { socketAttachments } from './migrations/0003-socket-attachments.ts';
import { type Tx, transaction } from './transaction.ts';

/** In the order in which they are run; a landed one is never edited. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-first': first,
  '0002-ledger': ledger,
  '0003-socket-attachments': socketAttachments,
};

/**
 * Brings the schema up to date, all or nothing: a process that is killed meanwhile leaves it as it was.
 * Throws when the database was written by a newer version of the program.
 */
export async function migrate(store: Database): Promise<void> {
  await transaction({ store }, async (tx) => {
    await lockName(tx, 'migration');
    const newer = (await listMigrations(tx)).find((name) => !(name in MIGRATIONS));
    if (newer) {
      throw new Error(`The database is newer than this program (it knows ${newer}). Update first.`);
    }
    const migrator = new Migrator({
      db: tx,
      provider: { getMigrations: async () => MIGRATIONS },
      migrationTableName: 'migrations',
      migrationLockTableName: 'migration_lock',
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  });
}

/** The names of those that the database has. */
async function listMigrations(tx: Tx): Promise<string[]> {
  const tables = await tx.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'migrations')) return [];
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    tx,
  );
  return rows.map((row) => row.name);
}
