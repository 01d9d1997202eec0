import type { Database } from 'better-sqlite3';

import type { Faults } from './faults.ts';

/** What every part of the sandbox works with. */
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

/** One transaction that takes the write lock first; webhooks are sent after the commit. */
export function commit<T>(context: SandboxContext, work: () => T): T {
  const result = context.db.transaction(work).immediate();
  if (!context.db.inTransaction) context.flushWebhooks();
  return result;
}

export function seconds(context: SandboxContext): number {
  return Math.floor(context.now().getTime() / 1000);
}
