import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../folder-owner.ts';
import { codeOf, FileMissing, HASH, namesIn, type Place, unavailableIfOutside } from './place.ts';

const PIECE_BYTES = 64 * 1024;

/** The file in a folder of files that says to which database it belongs. */
export const FOLDER_MARK = 'shop.id';

/** Files in folders that are named after the first two characters of their hash. */
export function folderPlace(dir: string): Place {
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

async function flush(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
