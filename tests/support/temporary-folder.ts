import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A run needs 600 MB at most. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Gives this run a folder of its own for temporary files, which is removed when the process ends. It is in memory (Linux),
 * where there is room for the databases of all tests, because SQLite waits for the disk at each commit; in TMPDIR, when that
 * is set.
 */
export function createTemporaryFolder(): void {
  const isGiven = process.env['TMPDIR'] !== undefined;
  const folder = (!isGiven && createInMemory()) || createIn(tmpdir());
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

function createIn(parent: string): string {
  const folder = mkdtempSync(join(parent, 'studio-shop-tests-'));
  // The PostgreSQL server does not run as root, and reads its files here.
  chmodSync(folder, 0o755);
  return folder;
}

function createInMemory(): string | null {
  if (!hasRoom()) return null;
  const folder = createIn(MEMORY);
  if (allowsPrograms(folder)) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Whether programs can run from a folder: some containers mount memory without that. */
function allowsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}
