import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Catalog, readCatalog } from '../../api/modules/site/catalog-snapshot.ts';
import { findMedia } from '../../api/platform/files/queries.ts';
import { connect } from '../../db/connect.ts';

let cached: Promise<Catalog> | undefined;

/** The release being built; empty under `npm run dev`. */
export const RELEASE = process.env['SITE_RELEASE'] ?? '';

/** The data of the public pages: the snapshot of the running publish, or the database of DATABASE_URL. */
export function catalogue(): Promise<Catalog> {
  cached ??= load();
  return cached;
}

const open = () => connect(process.env['DATABASE_URL'] ?? 'sqlite:var/shop.db');

async function load(): Promise<Catalog> {
  const file = process.env['SITE_CATALOGUE'];
  if (file) return JSON.parse(await readFile(file, 'utf8')) as Catalog;
  const store = open();
  try {
    return await readCatalog(store.db);
  } finally {
    await store.close();
  }
}

/** The file of a picture's URL. */
export async function pictureBytes(url: string): Promise<Buffer | undefined> {
  const store = open();
  try {
    const hash = url.split('/').at(-1)?.split('.')[0] ?? '';
    return (await findMedia(store.db, hash))?.bytes as Buffer | undefined;
  } finally {
    await store.close();
  }
}

/** The share pictures are cached beside the releases, so that only changed ones are drawn again. */
function cachePath(key: string): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return join(process.env['SITE_DRAWN'] ?? 'dist/.drawn', hash);
}

/** Also updates the file's time: a publish deletes the files that no stored release used. */
export async function readCachedPicture(key: string): Promise<Buffer | undefined> {
  const path = cachePath(key);
  try {
    const now = new Date();
    await utimes(path, now, now);
    return await readFile(path);
  } catch {
    return undefined;
  }
}

export async function writeCachedPicture(key: string, bytes: Buffer): Promise<Buffer> {
  const path = cachePath(key);
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  // Renamed only when complete: after a full disk, a later build must not find half a picture.
  await writeFile(temporary, bytes);
  await rename(temporary, path);
  return bytes;
}
