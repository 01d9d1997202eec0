import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Catalog, readCatalog } from '../../api/modules/site/catalog-snapshot.ts';
import { findMedia } from '../../api/platform/files/queries.ts';
import { connect } from '../../db/connect.ts';

let read: Promise<Catalog> | undefined;

/** The release being built; empty under `npm run dev`. */
export const RELEASE = process.env['SITE_RELEASE'] ?? '';

/** What the pages are made of: as the publish read it, or from the database that DATABASE_URL names. */
export function catalogue(): Promise<Catalog> {
  read ??= load();
  return read;
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

/** What lies at a picture's address. */
export async function pictureBytes(url: string): Promise<Buffer | undefined> {
  const store = open();
  try {
    const hash = url.split('/').at(-1)?.split('.')[0] ?? '';
    return (await findMedia(store.db, hash))?.bytes as Buffer | undefined;
  } finally {
    await store.close();
  }
}

/** Beside the releases, so that only what has changed is drawn again. */
function drawnAt(key: string): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return join(process.env['SITE_DRAWN'] ?? 'dist/.drawn', hash);
}

/** Also notes that it is still in use: a publish drops what no kept release used. */
export async function drawnBefore(key: string): Promise<Buffer | undefined> {
  const path = drawnAt(key);
  try {
    const now = new Date();
    await utimes(path, now, now);
    return await readFile(path);
  } catch {
    return undefined;
  }
}

export async function keepDrawn(key: string, bytes: Buffer): Promise<Buffer> {
  const path = drawnAt(key);
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.${process.pid}`;
  // A disk may fill up half-way: half a picture must not be found by a later build.
  await writeFile(part, bytes);
  await rename(part, path);
  return bytes;
}
