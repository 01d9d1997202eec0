import { open } from 'node:fs/promises';
import pLimit from 'p-limit';

const FLUSHES_AT_ONCE = 8;
const DISK_FULL_ERRORS = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR)/;

/** Whether an error means a full disk. SQLite reports some of these as I/O errors. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DISK_FULL_ERRORS.test(String(error.code));

/** Flushes files and folders to disk (fsync), so that they survive a power failure. */
export async function flushToDisk(paths: string[]): Promise<void> {
  const limit = pLimit(FLUSHES_AT_ONCE);
  const flush = async (path: string) => {
    const handle = await open(path);
    await handle.sync().finally(() => handle.close());
  };
  await Promise.all(paths.map((path) => limit(() => flush(path))));
}
