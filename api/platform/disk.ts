import { open, statfs } from 'node:fs/promises';
import pLimit from 'p-limit';

const FLUSHES_AT_ONCE = 8;

/** The bytes that this process may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Flushes files and folders to disk (fsync), so that they survive a power failure. */
export async function flushToDisk(paths: string[]): Promise<void> {
  const limit = pLimit(FLUSHES_AT_ONCE);
  const flush = async (path: string) => {
    const handle = await open(path);
    await handle.sync().finally(() => handle.close());
  };
  await Promise.all(paths.map((path) => limit(() => flush(path))));
}
