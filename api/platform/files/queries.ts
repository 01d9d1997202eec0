import { createHash } from 'node:crypto';
import type { Db } from '../../../db/database.ts';
import { lockName } from '../../../db/engine.ts';
import { HASH_LENGTH } from './limits.ts';

export const hashOfMedia = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);

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

/** Stores bytes under the hash of their content. Idempotent. */
export async function storeMedia(tx: Db, file: { bytes: Buffer; mime: string; now: string }) {
  const hash = hashOfMedia(file.bytes);
  await lockMedia(tx, hash);
  await tx
    .insertInto('media')
    .values({ hash, mime: file.mime, bytes: file.bytes, created_at: file.now })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  return hash;
}

export const findMedia = (db: Db, hash: string) =>
  db.selectFrom('media').select(['mime', 'bytes']).where('hash', '=', hash).executeTakeFirst();

export const hashInUrl = (url: string): string => url.split('/').at(-1)?.split('.')[0] ?? '';

/** Returns the file of a picture's URL. */
export const readPictureBytes = async (db: Db, url: string): Promise<Buffer | undefined> =>
  (await findMedia(db, hashInUrl(url)))?.bytes;

/** Locks a hash, so that the same bytes are not stored and deleted at the same time. */
export const lockMedia = (tx: Db, hash: string) => lockName(tx, `media ${hash}`);
