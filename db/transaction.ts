import { setTimeout as pause } from 'node:timers/promises';
import { type Database, type Db, isBusy } from './database.ts';

/** What a transaction needs of the app's services. */
export interface TransactionServices {
  store: Database;
}

const PATIENCE_MS = 5_000;
const PAUSE_MS = 10;

/**
 * The only way to write. While another process holds the lock the whole body is tried again, so it
 * must change nothing outside the database.
 */
export async function transaction<R>(
  { store }: TransactionServices,
  body: (tx: Db) => Promise<R>,
): Promise<R> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      const result = await store.db.transaction().execute(body);
      store.commits += 1;
      return result;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      // Of different length, so that two processes do not meet again and again.
      await pause(PAUSE_MS * (1 + Math.random()));
    }
  }
}
