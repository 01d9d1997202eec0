import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { type Database, isBusy } from './database.ts';
import { CommitUnknownError, RolledBackError } from './errors.ts';
import type { Tables } from './schema.ts';

/** A transaction with effects that run after its commit. */
export interface Tx extends Transaction<Tables> {
  /**
   * Runs the effect once after the commit, never after a rollback: a push to open pages, the start of a job.
   * The same function registered twice runs once.
   */
  onCommit(effect: () => void): void;
}

export interface TransactionServices {
  store: Database;
  log?: { error(message: string, error: unknown): void };
  /** Runs around the body, in its transaction: for the audit log of a request. */
  aroundTransaction?: (<R>(tx: Tx, body: () => Promise<R>) => Promise<R>) | undefined;
}

const RETRY_TIMEOUT_MS = 5_000;
const PAUSE_MS = 10;

/**
 * The only way to write. If the database is busy, the whole body is retried, so it must not change anything
 * outside the database; register such effects with `onCommit`.
 */
export async function transaction<R>(
  services: TransactionServices,
  body: (tx: Tx) => Promise<R>,
): Promise<R> {
  const deadline = performance.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    try {
      return await attempt(services, body);
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      // Random, so that two processes do not collide again and again.
      await pause(PAUSE_MS * (1 + Math.random()));
    }
  }
}

/** The transaction that a call is made in. */
const around = new AsyncLocalStorage<{ store: Database; isOpen: boolean }>();

/** Runs one attempt with its own effects: those of a rolled-back attempt are dropped. */
async function attempt<R>(
  { store, log, aroundTransaction }: TransactionServices,
  body: (tx: Tx) => Promise<R>,
): Promise<R> {
  const outer = around.getStore();
  if (outer?.isOpen && outer.store === store)
    throw new Error('A transaction was begun within another one, and both would wait for ever.');
  const own = { store, isOpen: true };
  const effects = new Set<() => void>();
  const onCommit = (effect: () => void) => void effects.add(effect);
  let result: R | undefined;
  try {
    await store.db.transaction().execute((transaction) =>
      around.run(own, async () => {
        const tx = Object.assign(transaction, { onCommit });
        result = await (aroundTransaction ? aroundTransaction(tx, () => body(tx)) : body(tx));
      }),
    );
  } catch (error) {
    if (!(error instanceof CommitUnknownError)) throw error;
    const isCommitted = await store.findCommitOutcome?.(error.transactionId);
    if (isCommitted === false) throw new RolledBackError(error.message, { cause: error });
    if (!isCommitted) throw error;
  } finally {
    own.isOpen = false;
  }
  store.commits += 1;
  for (const effect of effects) {
    try {
      effect();
    } catch (error) {
      // The commit is valid, and the other effects must still run.
      log?.error('an effect after a commit failed', error);
    }
  }
  return result as R;
}
