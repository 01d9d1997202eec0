import { createHash, randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { FilesUnavailable } from '../errors.ts';
import { giveToOwnerOfFolder, makeFolder } from '../folder-owner.ts';

/** What is known of a stored file. */
export interface StoredFile {
  /** SHA-256 in hexadecimal. */
  hash: string;
  size: number;
  crc32: number;
}

export interface Range {
  from: number;
  length: number;
}

/** Files by the hash of their content, beside the database. Who may read one is decided by the row that names it. */
export interface FileStore {
  /**
   * Writes content beside, hashes, flushes and moves it under its hash. Nothing remains visible of one that failed, and the
   * same content twice is one file. Name it with `nameFile` in the transaction of the row that refers to it.
   */
  write(content: AsyncIterable<Uint8Array> | Uint8Array): Promise<StoredFile>;
  /** The content, or a part of it, in pieces; nothing stays open between them. Throws FileMissing before the first. */
  read(hash: string, range?: Range): Promise<AsyncIterable<Uint8Array>>;
  has(hash: string): Promise<boolean>;
  delete(hash: string): Promise<void>;
  /** Every stored file. */
  list(): AsyncIterable<{ hash: string; size: number; writtenAt: Date }>;
  /** Removes what was begun before this time and never became a file. */
  removeUnfinished(before: Date): Promise<void>;
}

/** Where the files are. */
export interface FilesLocation {
  /** The folder of the files, or of those on their way to the bucket. */
  dir: string;
  /** Files that are read and never changed: to a rehearsal, those of the shop. */
  below?: FilesLocation;
}

/** The content, or a part of it, for what needs it as a whole. */
export async function readBytes(
  files: Pick<FileStore, 'read'>,
  hash: string,
  range?: Range,
): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await files.read(hash, range)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A file that was named is not in the store: somebody has removed it. */
export class FileMissing extends Error {
  constructor(hash: string, options?: ErrorOptions) {
    super(`the file ${hash} is missing in the store`, options);
  }
}

/** What a folder and a bucket do differently. */
interface Place extends Pick<FileStore, 'has' | 'delete' | 'list'> {
  pieceBytes: number;
  /** Takes over a file that is flushed, and lies in the folder. */
  put(hash: string, path: string): Promise<void>;
  /** Fewer bytes at the end. Throws FileMissing. */
  readPiece(hash: string, at: Range): Promise<Uint8Array>;
}

/** `register` runs before a written file is there under its hash. */
export function openFileStore(
  { dir, below }: FilesLocation,
  register: (file: StoredFile) => Promise<void> = async () => {},
): FileStore {
  const place = folderPlace(dir);
  const incoming = join(dir, 'incoming');
  const own: FileStore = {
    has: place.has,
    delete: place.delete,
    list: place.list,
    async write(content) {
      const path = join(incoming, randomUUID());
      try {
        makeFolder(incoming);
        const file = await receive(path, content);
        await register(file);
        await place.put(file.hash, path);
        return file;
      } catch (error) {
        throw unavailableIfOutside(error);
      } finally {
        await rm(path, { force: true }).catch(() => {});
      }
    },
    async read(hash, { from, length } = { from: 0, length: Number.POSITIVE_INFINITY }) {
      const readAt = (read: number) => {
        const at = { from: from + read, length: Math.min(place.pieceBytes, length - read) };
        return place.readPiece(hash, at).catch((error: unknown) => {
          throw unavailableIfOutside(error);
        });
      };
      const first = await readAt(0);
      return piecesFrom(first, { readAt, length, pieceBytes: place.pieceBytes });
    },
    async removeUnfinished(before) {
      for (const name of await namesIn(incoming)) {
        const path = join(incoming, name);
        const found = await stat(path).catch(() => null);
        if (found && found.mtime < before) await rm(path, { force: true });
      }
    },
  };
  return below ? withBelow(own, openFileStore(below)) : own;
}

/** Reads what `own` lacks from `below`, where nothing is written, listed or deleted. */
const withBelow = (own: FileStore, below: FileStore): FileStore => ({
  ...own,
  has: async (hash) => (await own.has(hash)) || below.has(hash),
  read: async (hash, range) => ((await own.has(hash)) ? own : below).read(hash, range),
});

async function* piecesFrom(
  first: Uint8Array,
  given: { readAt: (read: number) => Promise<Uint8Array>; length: number; pieceBytes: number },
) {
  const { readAt, length, pieceBytes } = given;
  let read = 0;
  for (let piece = first; ; piece = await readAt(read)) {
    read += piece.length;
    if (piece.length > 0) yield piece;
    if (read >= length || (length === Number.POSITIVE_INFINITY && piece.length < pieceBytes))
      return;
    if (piece.length < pieceBytes) throw new Error('a stored file is shorter than it was');
  }
}

/** Writes content to a new file, and flushes it. */
async function receive(path: string, content: AsyncIterable<Uint8Array> | Uint8Array) {
  const hash = createHash('sha256');
  let [size, sum] = [0, 0];
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const piece of content instanceof Uint8Array ? cut(content) : content) {
      hash.update(piece);
      sum = crc32(piece, sum);
      size += piece.length;
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  giveToOwnerOfFolder(path);
  return { hash: hash.digest('hex'), size, crc32: sum };
}

const PIECE_BYTES = 64 * 1024;

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

const HASH = /^[0-9a-f]{64}$/;

/** Files in folders that are named after the first two characters of their hash. */
function folderPlace(dir: string): Place {
  const folderOf = (hash: string) => join(dir, hash.slice(0, 2));
  const pathOf = (hash: string) => {
    if (!HASH.test(hash)) throw new FileMissing(hash);
    return join(folderOf(hash), hash);
  };
  return {
    pieceBytes: PIECE_BYTES,
    async put(hash, path) {
      makeFolder(folderOf(hash));
      await rename(path, pathOf(hash));
      for (const folder of [folderOf(hash), dir]) await flush(folder);
    },
    async readPiece(hash, { from, length }) {
      const handle = await open(pathOf(hash)).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? new FileMissing(hash, { cause: error }) : error;
      });
      try {
        const piece = Buffer.allocUnsafe(length);
        let filled = 0;
        for (let got = -1; filled < length && got !== 0; filled += got)
          got = (await handle.read(piece, filled, length - filled, from + filled)).bytesRead;
        return piece.subarray(0, filled);
      } finally {
        await handle.close();
      }
    },
    has: (hash) =>
      stat(pathOf(hash)).then(
        () => true,
        (error: unknown) => {
          if (codeOf(error) !== 'ENOENT') throw unavailableIfOutside(error);
          return false;
        },
      ),
    delete: (hash) =>
      rm(pathOf(hash), { force: true }).catch((error: unknown) => {
        throw unavailableIfOutside(error);
      }),
    async *list() {
      for (const folder of (await namesIn(dir)).filter((name) => /^[0-9a-f]{2}$/.test(name)))
        for (const hash of await namesIn(join(dir, folder))) {
          const found = HASH.test(hash) && (await stat(pathOf(hash)).catch(() => null));
          if (found) yield { hash, size: found.size, writtenAt: found.mtime };
        }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [] as Dirent[];
    throw unavailableIfOutside(error);
  });
  return entries.map(({ name }) => name).sort();
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** A disk that is full, read-only, broken or gone. */
const OF_THE_DISK =
  /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO|ENOENT|ENOTDIR|EEXIST|EMFILE|ENFILE|ESTALE)$/;

function unavailableIfOutside(error: unknown): unknown {
  const code = codeOf(error);
  return OF_THE_DISK.test(code)
    ? new FilesUnavailable('the store of files cannot be used', { cause: error, code })
    : error;
}
