import { readdir } from 'node:fs/promises';
import { FilesUnavailable } from '../errors.ts';

export interface Range {
  from: number;
  length: number;
}

/** What a folder and a bucket do differently. */
export interface Place {
  has(hash: string): Promise<boolean>;
  delete(hash: string): Promise<void>;
  list(): AsyncIterable<{ hash: string; size: number; writtenAt: Date }>;
  /** The most that is read at once. */
  pieceBytes: number;
  /** Takes over a file that is flushed, and lies in the folder. */
  put(hash: string, path: string): Promise<void>;
  /** Fewer bytes at the end. Throws FileMissing. */
  readPiece(hash: string, at: Range): Promise<Uint8Array>;
}

/** A file that was named is not in the store: somebody has removed it. */
export class FileMissing extends Error {
  constructor(hash: string, options?: ErrorOptions) {
    super(`the file ${hash} is missing in the store`, options);
  }
}

export const HASH = /^[0-9a-f]{64}$/;

/** None if the folder is not there yet. */
export async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw unavailableIfOutside(error);
  });
  return names.sort();
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** A disk that is full, read-only, broken or gone. */
const OF_THE_DISK =
  /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO|ENOENT|ENOTDIR|EEXIST|EMFILE|ENFILE|ESTALE)$/;

export function unavailableIfOutside(error: unknown): unknown {
  const code = codeOf(error);
  return OF_THE_DISK.test(code)
    ? new FilesUnavailable('the store of files cannot be used', { cause: error, code })
    : error;
}
