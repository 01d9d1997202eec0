import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import type { Db } from '../../../../db/database.ts';
import { transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { MAX_PICTURE_BYTES } from '../../../platform/files/limits.ts';
import {
  findPicturesByHash,
  hashOfMedia,
  readPictureBytes,
} from '../../../platform/files/queries.ts';
import { storeDrawn, storePicture } from '../../../platform/files/store-picture.ts';
import type { Services } from '../../../platform/services.ts';
import { pictureFilesOf, withPictureIds } from './picture-rules.ts';
import {
  type Content,
  exportContent,
  parseContent,
  summaryOf,
  writeContent,
} from './transfer-content.ts';

const FILE = 'content.json';
/** One size of a picture. */
const SIZE = /^(.+)-(\d+)\.(avif|webp)$/;
const WRITABLE =
  'It is written by the user to whom the data folder belongs: name a folder of this user, or a new one.';

/** Writes `content.json` and its pictures into a folder; answers how many pictures. */
export async function exportToFolder(
  services: Pick<Importer, 'store' | 'files'>,
  folder: string,
): Promise<number> {
  const { content, pictures } = await exportContent(services.store.db);
  const write = async (file: string, data: string | Buffer) => {
    const path = within(folder, file);
    await mkdir(dirname(path), { recursive: true })
      .then(() => writeFile(path, data))
      .catch((error: NodeJS.ErrnoException) => {
        throw new Error(`${resolve(folder)} cannot be written (${error.code}). ${WRITABLE}`);
      });
  };
  for (const { file, url } of pictures) {
    const bytes = await readPictureBytes(services, url);
    if (bytes) await write(file, bytes);
  }
  await write(FILE, `${JSON.stringify(content, null, 2)}\n`);
  return pictures.length;
}

/** Without the folders above where that can be: the user of the app may not see them. */
const within = (folder: string, file: string): string =>
  relative('.', resolve(folder)) === '' ? file : join(folder, file);

interface Importer extends Pick<Services, 'store' | 'files' | 'clock'> {
  /** Runs with the seller's name when the file has a profile. */
  onNewName: (tx: Db, name: string) => Promise<void>;
}

/** Imports a folder; answers what it changed. What pages show is written in one transaction. */
export async function importFromFolder(importer: Importer, folder: string): Promise<string> {
  const { store, clock, onNewName } = importer;
  const content = await readFolder(importer, folder);
  await transaction({ store }, async (tx) => {
    const profile = await writeContent(tx, iso(clock()), content);
    if (profile?.name) await onNewName(tx, profile.name);
  });
  return summaryOf(content);
}

/** Reads a folder and stores its pictures; its texts are checked before the first. */
export async function readFolder(
  services: Pick<Importer, 'store' | 'files' | 'clock'>,
  folder: string,
): Promise<Content> {
  const file = await readJson(folder);
  await parseContent(withPictureIds(file, (name) => name));
  const hashes = new Map<string, string>();
  for (const name of pictureFilesOf(file))
    hashes.set(name, hashOfMedia(await readPicture(folder, name)));
  const stored = await findPicturesByHash(services.store.db, [...hashes.values()]);
  const ids = new Map<string, string>();
  for (const [name, hash] of hashes) {
    const add = async () =>
      (await addDrawn(services, folder, name)) ??
      addPicture(services, name, await readPicture(folder, name));
    ids.set(name, stored[hash] ?? (await add()));
  }
  return parseContent(withPictureIds(file, (name) => ids.get(name) ?? name));
}

/** Stores a picture whose sizes lie beside each other, as an export writes them; null if it is one file. */
async function addDrawn(
  services: Pick<Importer, 'store' | 'files' | 'clock'>,
  folder: string,
  name: string,
): Promise<string | null> {
  const [, stem = ''] = SIZE.exec(basename(name)) ?? [];
  const files = stem ? await readdir(within(folder, dirname(name))) : [];
  const sizes = files.filter((file) => SIZE.exec(file)?.[1] === stem);
  if (!sizes.some((file) => file.endsWith('.webp'))) return null;
  // Only who imports needs it, and each process of the app would keep it.
  const { default: sharp } = await import('sharp');
  const { width = 0, height = 0 } = await sharp(await readPicture(folder, name)).metadata();
  const drawn = [];
  for (const file of sizes) {
    const [, , pixels, type] = SIZE.exec(file) ?? [];
    const bytes = await readPicture(folder, join(dirname(name), file));
    drawn.push({ width: Number(pixels), mime: `image/${type}`, bytes });
  }
  return (await storeDrawn(services, { width, height, pictures: drawn }))._id;
}

async function addPicture(
  services: Pick<Importer, 'store' | 'files' | 'clock'>,
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
  const text = (await readFrom(folder, FILE, `There is no ${FILE} in ${folder}.`)).toString();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${FILE} is no JSON: ${(error as Error).message}`);
  }
}

const readFrom = (folder: string, name: string, missing: string): Promise<Buffer> =>
  readFile(within(folder, name)).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(code === 'ENOENT' ? missing : `${name} in ${folder} cannot be read (${code}).`);
  });

/** Throws for a file outside the folder, a missing and a large one. */
async function readPicture(folder: string, name: string): Promise<Buffer> {
  const root = resolve(folder) + sep;
  const path = resolve(folder, name);
  if (!path.startsWith(root)) throw new Error(`${name} is not in ${folder}.`);
  const bytes = await readFrom(folder, name, `${name} is missing beside ${FILE}.`);
  if (bytes.length > MAX_PICTURE_BYTES) throw new Error(`${name} is larger than 10 MB.`);
  return bytes;
}
