import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import type { Lease } from './leases.ts';
import { hasSchema, migrate, newestOf } from './migrate.ts';
import { registerProcess } from './running-processes.ts';

interface Options extends DatabaseOptions {
  check?: (store: Database) => void;
  /**
   * Set by a process of the app, so that others can see its version: a hash of the program from which its
   * site is made.
   */
  program?: string | undefined;
}

/** Opens the database, checks it and migrates it. */
export async function openStore(
  url: string,
  { check, program, ...options }: Options = {},
): Promise<Database> {
  const store = openDatabase(url, options);
  let lease: Lease | null = null;
  const register = async () => {
    if (program === undefined || store.engine === 'sqlite' || lease) return;
    lease = await registerProcess({ store }, { migration: newestOf(), program });
  };
  const closeStore = store.close;
  const close = async () => {
    // If the server is unavailable, the lease cannot be released; it expires.
    await lease?.release().catch(() => {});
    await closeStore();
  };
  try {
    check?.(store);
    // Before the migration: either a concurrent migration sees this process, or this process sees the new
    // schema.
    if (await hasSchema(store)) await register();
    await migrate(store);
    await register();
    return Object.assign(store, { close });
  } catch (error) {
    await close();
    throw error;
  }
}
