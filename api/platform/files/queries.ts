import { createHash } from 'node:crypto';
import type { Database, Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { type FileStore, readBytes, type StoredFile } from '../../../db/files/file-store.ts';
import { nameFile } from '../../../db/files/stored-files.ts';
import { HASH_LENGTH } from './limits.ts';

export const hashOfMedia = (bytes: Uint8Array): string =>
  addressOf({ hash: createHash('sha256').update(bytes).digest('hex') });

/** The ids of the pictures that consist of these files, by hash. */
export async function findPicturesByHash(
  db: Db,
  hashes: readonly string[],
): Promise<Record<string, string>> {
  const wanted = new Set(hashes);
  if (wanted.size === 0) return {};
  const rows = await db.selectFrom('pictures').select(['id', 'variants']).execute();
  return Object.fromEntries(
    rows.flatMap(({ id, variants }) =>
      (JSON.parse(variants) as { hash: string }[])
        .filter(({ hash }) => wanted.has(hash))
        .map(({ hash }) => [hash, id]),
    ),
  );
}

/** Makes a stored file a picture that everybody may see. Idempotent. */
export async function storeMedia(tx: Db, file: { file: StoredFile; mime: string; now: string }) {
  const hash = addressOf(file.file);
  await lockMedia(tx, hash);
  const row = { hash, mime: file.mime, created_at: file.now };
  await tx
    .insertInto('media')
    .values({ ...row, file_hash: await nameFile(tx, file.file) })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  return hash;
}

const addressOf = ({ hash }: Pick<StoredFile, 'hash'>): string => hash.slice(0, HASH_LENGTH);

/** A picture that everybody may see; files of deliveries and conversations are not among them. */
export const findMedia = (db: Db, hash: string) =>
  db
    .selectFrom('media')
    .innerJoin('files', 'files.hash', 'media.file_hash')
    .select(['mime', 'file_hash', 'size'])
    .where('media.hash', '=', hash)
    .executeTakeFirst();

export const hashInUrl = (url: string): string => url.split('/').at(-1)?.split('.')[0] ?? '';

/** Returns the file of a picture's URL. */
export async function readPictureBytes(
  { store, files }: { store: Pick<Database, 'db'>; files: Pick<FileStore, 'read'> },
  url: string,
): Promise<Buffer | undefined> {
  const found = await findMedia(store.db, hashInUrl(url));
  return found && readBytes(files, found.file_hash);
}

/** Locks a hash, so that the same bytes are not stored and deleted at the same time. */
export const lockMedia = (tx: Db, hash: string) => lockName(tx, `media ${hash}`);
