import { createHash, randomUUID } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Bucket } from '../bucket.ts';
import { giveToOwnerOfFolder, makeFolder } from '../folder-owner.ts';
import { bucketPlace } from './bucket-place.ts';
import { folderPlace } from './folder-place.ts';
import { namesIn, type Place, type Range, unavailableIfOutside } from './place.ts';

export { FileMissing, type Range } from './place.ts';

/** What is known of a stored file. */
export interface StoredFile {
  /** SHA-256 in hexadecimal. */
  hash: string;
  size: number;
  crc32: number;
}

/** Files by the hash of their content, beside the database. Who may read one is decided by the row that names it. */
export interface FileStore extends Pick<Place, 'has' | 'delete' | 'list'> {
  /**
   * Writes content beside, hashes, flushes and moves it under its hash. Nothing remains visible of one that failed, and the
   * same content twice is one file. Name it with `nameFile` in the transaction of the row that refers to it.
   */
  write(content: AsyncIterable<Uint8Array> | Uint8Array): Promise<StoredFile>;
  /** The content, or a part of it, in pieces; nothing stays open between them. Throws FileMissing before the first. */
  read(hash: string, range?: Range): Promise<AsyncIterable<Uint8Array>>;
  /** Removes what was begun before this time and never became a file. */
  removeUnfinished(before: Date): Promise<void>;
}

/** Where the files are. */
export interface FilesLocation {
  /** The folder of the files, or of those on their way to the bucket. */
  dir: string;
  bucket?: Bucket | null;
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

/** `register` runs before a written file is there under its hash. */
export function openFileStore(
  { dir, bucket, below }: FilesLocation,
  register: (file: StoredFile) => Promise<void> = async () => {},
): FileStore {
  const place = bucket ? bucketPlace(bucket) : folderPlace(dir);
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
