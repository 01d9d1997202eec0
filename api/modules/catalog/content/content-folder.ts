import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { Database, Db } from '../../../../db/database.ts';
import { transaction } from '../../../../db/transaction.ts';
import { type Clock, iso } from '../../../platform/clock.ts';
import { MAX_PICTURE_BYTES } from '../../../platform/files/limits.ts';
import {
  findPicturesByHash,
  hashOfMedia,
  readPictureBytes,
} from '../../../platform/files/queries.ts';
import { storePicture } from '../../../platform/files/store-picture.ts';
import { pictureFilesOf, withPictureIds } from './picture-rules.ts';
import { exportContent, parseContent, summaryOf, writeContent } from './transfer-content.ts';

const FILE = 'content.json';

/** Writes `content.json` and its pictures into a folder; answers how many pictures. */
export async function exportToFolder({ db }: Database, folder: string): Promise<number> {
  const { content, pictures } = await exportContent(db);
  await mkdir(join(folder, 'pictures'), { recursive: true });
  for (const { file, url } of pictures) {
    const bytes = await readPictureBytes(db, url);
    if (bytes) await writeFile(join(folder, file), bytes);
  }
  await writeFile(join(folder, FILE), `${JSON.stringify(content, null, 2)}\n`);
  return pictures.length;
}

interface Importer {
  store: Database;
  clock: Clock;
  /** Runs with the seller's name when the file has a profile. */
  onNewName: (tx: Db, name: string) => Promise<void>;
}

/**
 * Imports a folder; answers what it changed. Texts are checked before the first picture is stored, and what
 * pages show is written in one transaction.
 */
export async function importFromFolder(
  { store, clock, onNewName }: Importer,
  folder: string,
): Promise<string> {
  const file = await readJson(folder);
  await parseContent(
    store.db,
    withPictureIds(file, (name) => name),
  );
  const hashes = new Map<string, string>();
  for (const name of pictureFilesOf(file))
    hashes.set(name, hashOfMedia(await readPicture(folder, name)));
  const stored = await findPicturesByHash(store.db, [...hashes.values()]);
  const ids = new Map<string, string>();
  for (const [name, hash] of hashes) {
    const add = async () => addPicture({ store, clock }, name, await readPicture(folder, name));
    ids.set(name, stored[hash] ?? (await add()));
  }
  const content = await parseContent(
    store.db,
    withPictureIds(file, (name) => ids.get(name) ?? name),
  );
  await transaction({ store }, async (tx) => {
    await writeContent(tx, iso(clock()), content);
    if (content.profile) await onNewName(tx, content.profile.name);
  });
  return summaryOf(content);
}

async function addPicture(
  services: Pick<Importer, 'store' | 'clock'>,
  name: string,
  bytes: Buffer,
): Promise<string> {
  const type = extname(name).slice(1).toLowerCase().replace(/^jpg$/, 'jpeg');
  const data = `data:image/${type};base64,${bytes.toString('base64')}`;
  const { _id } = await storePicture(services, data).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`);
  });
  return _id;
}

async function readJson(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => {
    throw new Error(`There is no ${FILE} in ${folder}.`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${FILE} is no JSON: ${(error as Error).message}`);
  }
}

/** Throws for a file outside the folder, a missing and a large one. */
async function readPicture(folder: string, name: string): Promise<Buffer> {
  const root = resolve(folder) + sep;
  const path = resolve(folder, name);
  if (!path.startsWith(root)) throw new Error(`${name} is not in ${folder}.`);
  const bytes = await readFile(path).catch(() => {
    throw new Error(`${name} is missing beside ${FILE}.`);
  });
  if (bytes.length > MAX_PICTURE_BYTES) throw new Error(`${name} is larger than 10 MB.`);
  return bytes;
}
