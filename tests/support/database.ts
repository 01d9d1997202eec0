import { cpSync } from 'node:fs';
import { join } from 'node:path';
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { seed } from '../../api/modules/site/starter-shop.ts';
import { systemClock } from '../../api/platform/clock.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { openFiles } from '../../db/files/stored-files.ts';
import { TEMPLATE } from './paths.ts';
import { serverAt } from './postgres-server.ts';

export const ON_POSTGRES = process.env['TEST_ENGINE'] === 'postgres';

/** Makes an empty database the starter shop, with the files in a data folder. */
export const seedInto = (store: Database, dataDir: string) =>
  seed({ store, files: openFiles({ dir: join(dataDir, 'files') }, { store, clock: systemClock }) });

export interface TestDatabase {
  /** The environment variables of an app that uses the database. */
  env: Record<string, string>;
  url: string;
  drop(): Promise<void>;
}

/** The address of an empty database of the engine under test, and a function that removes it. */
export async function createEmptyDatabase(dataDir: string): Promise<Omit<TestDatabase, 'env'>> {
  if (!ON_POSTGRES) return { url: `sqlite:${join(dataDir, 'empty.db')}`, drop: async () => {} };
  const server = serverAt(inject('postgres').url);
  const { name, url } = await server.create();
  return { url, drop: () => server.drop(name) };
}

/** The seeded database for one app: a copy in its data folder, or one of the PostgreSQL server. */
export async function createTestDatabase(dataDir: string): Promise<TestDatabase> {
  if (!ON_POSTGRES) {
    const file = join(dataDir, 'app.db');
    cpSync(TEMPLATE.file, file);
    // It is deleted with its folder.
    return { env: {}, url: `sqlite:${file}`, drop: async () => {} };
  }
  const { url: address, template } = inject('postgres');
  const server = serverAt(address);
  const { name, url } = await server.create(template);
  return {
    env: {
      DATABASE_URL: url,
      SECRET_KEY: 'the same for every process of this test',
      DATABASE_POOL_SIZE: '6',
    },
    url,
    drop: () => server.drop(name),
  };
}

/** The rows of a query, on a connection of its own. */
export async function rowsOf<T>({ url }: Pick<TestDatabase, 'url'>, query: string): Promise<T[]> {
  if (!ON_POSTGRES) return rowsOfFile<T>(url.slice('sqlite:'.length), query);
  const store = openDatabase(url);
  try {
    return (await sql.raw<T>(query).execute(store.db)).rows;
  } finally {
    await store.close();
  }
}

/** Read-only unless the query writes, so that the file of a killed app stays as it is. */
function rowsOfFile<T>(file: string, query: string): T[] {
  const isRead = /^(select|pragma)/i.test(query);
  const db = new SqliteFile(file, { readonly: isRead, timeout: 5_000 });
  try {
    const statement = db.prepare<[], T>(query);
    if (isRead) return statement.all();
    statement.run();
    return [];
  } finally {
    db.close();
  }
}
