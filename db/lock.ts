import './node-guard.ts';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/** Held by one process at a time; released when that process ends, however it ends. */
export interface Lock {
  release(): void;
}

/** Takes the lock of this file; null while another process holds it. */
export function takeLock(file: string, patienceMs = 0): Lock | null {
  mkdirSync(dirname(file), { recursive: true });
  const sqlite = new Database(file, { timeout: patienceMs });
  try {
    // SQLite's file lock: the system releases it with the process, so it never becomes stale.
    sqlite.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    sqlite.close();
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
  return { release: () => sqlite.close() };
}
