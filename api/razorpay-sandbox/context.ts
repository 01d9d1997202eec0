import type { Database } from 'better-sqlite3';

import type { Faults } from './faults.ts';

/** What every part of the gateway works with. */
export interface SandboxContext {
  db: Database;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  faults: Faults;
  now(): Date;
  /** Called after a commit that recorded events. */
  announce(): void;
}

/** One transaction that takes the write lock first; events leave after it is committed. */
export function commit<T>(desk: SandboxContext, work: () => T): T {
  const result = desk.db.transaction(work).immediate();
  if (!desk.db.inTransaction) desk.announce();
  return result;
}

export function seconds(desk: SandboxContext): number {
  return Math.floor(desk.now().getTime() / 1000);
}
