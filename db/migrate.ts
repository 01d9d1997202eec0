import { CompiledQuery } from 'kysely';
import type { Database, Db } from './database.ts';
import { shop } from './migrations/001-shop.ts';
import { accounts } from './migrations/002-accounts.ts';
import { money } from './migrations/003-money.ts';
import { live } from './migrations/004-live.ts';
import { desk } from './migrations/005-desk.ts';
import { owner } from './migrations/006-owner.ts';
import { passwordLinks } from './migrations/007-password-links.ts';
import { quotasAndErasure } from './migrations/008-quotas-and-erasure.ts';
import { attachmentOrder } from './migrations/009-attachment-order.ts';
import { sequences } from './migrations/010-sequences.ts';
import { leases } from './migrations/011-leases.ts';
import { transaction } from './transaction.ts';

/** A numbered change of the schema; never edited after it was released. */
export interface Migration {
  name: string;
  statements: string[];
}

const MIGRATIONS: Migration[] = [
  shop,
  accounts,
  money,
  live,
  desk,
  owner,
  passwordLinks,
  quotasAndErasure,
  attachmentOrder,
  sequences,
  leases,
];

/**
 * Runs the missing migrations, each with its record in one transaction.
 * Throws when the database was written by a newer version of the program.
 */
export async function migrate(store: Database): Promise<void> {
  const create = 'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) STRICT';
  await transaction({ store }, (tx) => run(tx, create));
  const known = new Set(MIGRATIONS.map((migration) => migration.name));
  const newer = (await applied(store.db)).find((name) => !known.has(name));
  if (newer) {
    throw new Error(`The database is newer than this program (it knows ${newer}). Update first.`);
  }
  for (const migration of MIGRATIONS) {
    await transaction({ store }, async (tx) => {
      // Checked again under the write lock: another process may have migrated meanwhile.
      if ((await applied(tx)).includes(migration.name)) return;
      for (const statement of migration.statements) await run(tx, statement);
      await run(tx, 'INSERT INTO migrations (name) VALUES (?)', [migration.name]);
    });
  }
}

async function applied(db: Db): Promise<string[]> {
  const { rows } = await run<{ name: string }>(db, 'SELECT name FROM migrations');
  return rows.map((row) => row.name);
}

const run = <R>(db: Db, sql: string, parameters: unknown[] = []) =>
  db.executeQuery<R>(CompiledQuery.raw(sql, parameters) as CompiledQuery<R>);
