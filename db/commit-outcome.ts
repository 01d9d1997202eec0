import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { isStorageTrouble } from './errors.ts';

const RETRY_TIMEOUT_MS = 5_000;
const ASK_AGAIN_MS = 100;

/**
 * Whether a transaction was committed; null if the server is unreachable or the transaction is still running.
 */
export async function findCommitOutcome(db: Db, transactionId: string): Promise<boolean | null> {
  const deadline = performance.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    const status = await askStatus(db, transactionId).catch((error: unknown) => {
      if (!isStorageTrouble(error)) throw error;
      return 'in progress';
    });
    if (status !== 'in progress') return status === null ? null : status === 'committed';
    if (performance.now() > deadline) return null;
    await pause(ASK_AGAIN_MS);
  }
}

async function askStatus(db: Db, transactionId: string): Promise<string | null> {
  const { rows } = await sql<{ status: string | null }>`
    select pg_xact_status(${transactionId}::xid8) as status`.execute(db);
  return rows[0]?.status ?? null;
}
