import type { Database } from 'better-sqlite3';

import type { Faults } from './faults.ts';

/** The dependencies of every part of the sandbox. */
export interface SandboxContext {
  db: Database;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  faults: Faults;
  now(): Date;
  /** Called after a commit that recorded events. */
  flushWebhooks(): void;
}

/** Runs a transaction that takes the write lock first. Webhooks are sent after the commit. */
export function commit<T>(context: SandboxContext, work: () => T): T {
  const result = context.db.transaction(work).immediate();
  if (!context.db.inTransaction) context.flushWebhooks();
  return result;
}

export function seconds(context: SandboxContext): number {
  return Math.floor(context.now().getTime() / 1000);
}
