import './node-guard.ts';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/** Held by one process at a time; let go when that process ends, however it ends. */
export interface Lock {
  release(): void;
}

/** Takes the lock that this file stands for; null while somebody else holds it. */
export function takeLock(file: string, patienceMs = 0): Lock | null {
  mkdirSync(dirname(file), { recursive: true });
  const sqlite = new Database(file, { timeout: patienceMs });
  try {
    // The engine's own file lock: the system frees it with the process, so nothing goes stale.
    sqlite.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    sqlite.close();
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
  return { release: () => sqlite.close() };
}
