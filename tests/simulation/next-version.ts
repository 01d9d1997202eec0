import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { MIGRATIONS } from '../../db/migrate.ts';

// Versions of the app that come after this one: each adds a column. The rehearsal of an upgrade imports this
// file before the app.
const NAME = '9999-next-';
const COLUMN = 'next_';

/** Makes this program that many versions newer. */
export function addNextVersions(count: number): void {
  for (let number = 1; number <= count; number += 1)
    MIGRATIONS[`${NAME}${number}`] = {
      up: (db) => db.schema.alterTable('orders').addColumn(`${COLUMN}${number}`, 'text').execute(),
    };
}

export function forgetNextVersions(): void {
  for (const name of Object.keys(MIGRATIONS)) if (name.startsWith(NAME)) delete MIGRATIONS[name];
}

export const countNextVersions = (): number =>
  Object.keys(MIGRATIONS).filter((name) => name.startsWith(NAME)).length;

/** The database has what the newest of so many versions added. */
export async function checkMigrated({ db }: Pick<Database, 'db'>, newer: number): Promise<void> {
  await sql`select ${sql.ref(`${COLUMN}${newer}`)} from orders`.execute(db);
}

addNextVersions(Number(process.env['NEXT_VERSIONS'] ?? 0));
