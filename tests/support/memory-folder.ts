import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** A run needs 600 MB at most. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Makes a folder in memory the one for temporary files (Linux), where there is room for the databases of all tests:
 * SQLite waits for the disk at each commit. Removed when the process ends. TMPDIR, when it is set, is used instead.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, 'studio-shop-tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // The PostgreSQL server does not run as root, and reads its files here.
  chmodSync(folder, 0o755);
  if (allowsPrograms(folder)) process.env['TMPDIR'] = folder;
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
