import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { seed } from './seed.ts';

interface Options extends DatabaseOptions {
  check?: (store: Database) => void;
}

/** Opens the database, checks it, migrates it, and seeds it when it is empty. */
export async function openStore(
  url: string,
  start: { seed: boolean; demoPeople: boolean },
  { check, ...options }: Options = {},
): Promise<Database> {
  const store = openDatabase(url, options);
  try {
    check?.(store);
    await migrate(store);
    if (start.seed) await seed(store, { demoPeople: start.demoPeople });
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
