import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { holdClosed, secretsBeside } from './backup.ts';
import { FileMissing, type FileStore } from './files/file-store.ts';
import { giveToOwnerOfFolder, makeFolder } from './folder-owner.ts';

/** The folder beside backups with the files that they name, each once. */
export const FILES = 'shop-files';
/** The folder of the daily backups beside the data, whose files are with those of the others there. */
export const DAILY = 'daily';

const COPY = /^[0-9a-f]{64}(\.\w+\.age)?(\.part)?$/;
const PART = /\.(db|age|files\.txt)\.part$/;
const DAY_MS = 24 * 60 * 60_000;
const BUSY = 'Another backup is being made.';

/** How a place of backups encrypts files. */
export interface FileCipher {
  /** Ends their names, and names the key: a backup for a new key gets copies that this key opens. */
  ending: string;
  encrypt(content: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>>;
  decrypt(content: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>>;
}

/** A file that a database names. */
export interface NamedFile {
  hash: string;
  size: number;
}

export function filesNamedIn(sqliteFile: string): NamedFile[] {
  const sqlite = new Database(sqliteFile, { readonly: true });
  const named =
    'SELECT hash, size FROM files WHERE unnamed_since IS NULL AND deleting_at IS NULL ORDER BY hash';
  try {
    return sqlite.prepare<[], NamedFile>(named).all();
  } finally {
    sqlite.close();
  }
}

const placeOf = (folder: string) => (basename(folder) === DAILY ? dirname(folder) : folder);

/** The folder in which the files of a backup lie. */
export const filesFolderOf = (backup: string): string => join(placeOf(dirname(backup)), FILES);

const nameOf = (hash: string, cipher: FileCipher | null) => hash + (cipher?.ending ?? '');

export const namesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder) : [];

/** The list of the files that a backup names: `x.files.txt` for `x.db` and `x.db.age`. */
export const listBeside = (backup: string): string =>
  backup.replace(/(\.db)?(\.age)?$/, '.files.txt');

export const readList = (list: string): string[] => list.split('\n').filter(Boolean);

/** The names of the files of a backup; null when nothing says them. */
export const readNames = (backup: string): string[] | null =>
  existsSync(listBeside(backup)) ? readList(readFileSync(listBeside(backup), 'utf8')) : null;

export function writeNames(backup: string, files: NamedFile[], cipher: FileCipher | null): void {
  const part = `${listBeside(backup)}.part`;
  const lines = files.map(({ hash }) => `${nameOf(hash, cipher)}\n`);
  writeFileSync(part, lines.join(''), { mode: 0o600, flush: true });
  giveToOwnerOfFolder(part);
  renameSync(part, listBeside(backup));
}

export function deleteBackup(backup: string): void {
  for (const each of [backup, secretsBeside(backup), listBeside(backup)])
    rmSync(each, { force: true });
}

/**
 * Deletes the files that no backup names any more, and what killed backups have left. No file goes while a backup does
 * not say which it names. Needs the lock.
 */
export function deleteUnnamedFiles(folder: string): void {
  const place = placeOf(folder);
  const found = [place, join(place, DAILY)].flatMap((each) =>
    namesIn(each).map((name) => join(each, name)),
  );
  const isLeft = (path: string) => PART.test(path) && Date.now() - statSync(path).mtimeMs > DAY_MS;
  for (const left of found.filter(isLeft)) rmSync(left);
  const lists = found.filter((path) => /\.db(\.age)?$/.test(path)).map(readNames);
  if (lists.includes(null)) return;
  const named = new Set(lists.flat());
  for (const name of namesIn(join(place, FILES)))
    if (COPY.test(name) && !named.has(name)) rmSync(join(place, FILES, name));
}

/** Held while files beside backups are copied or deleted; ends with the process. null while another process has it. */
export function lockBackups(dataDir: string): { close(): void } | null {
  const file = join(dataDir, 'backups.lock');
  try {
    const lock = holdClosed(file, BUSY);
    giveToOwnerOfFolder(file);
    return lock;
  } catch (error) {
    if (error instanceof Error && error.message === BUSY) return null;
    throw error;
  }
}

interface Copying {
  files: FileStore;
  /** Where they go. */
  folder: string;
  /** The names of those that the place of the backups has. */
  there: Set<string>;
  cipher: FileCipher | null;
  /** How many bytes may be added. */
  room: number;
  /** Called with each that was copied. */
  onCopied: ((path: string) => Promise<void>) | undefined;
}

export interface CopiedFiles {
  named: number;
  copied: number;
  /** How many are in the backup neither from before nor now. */
  lacking: number;
  isNoRoom: boolean;
}

/** Copies files that are not there yet. Each is read again, and has its name only when it is whole. */
export async function copyFiles(named: NamedFile[], copying: Copying): Promise<CopiedFiles> {
  const { folder, there, cipher, onCopied } = copying;
  const wanted = named.filter(({ hash }) => !there.has(nameOf(hash, cipher)));
  const bytes = wanted.reduce((sum, { size }) => sum + size, 0);
  const isNoRoom = bytes > 0 && bytes > copying.room;
  let copied = 0;
  if (!isNoRoom)
    for (const { hash } of wanted) {
      const path = join(folder, nameOf(hash, cipher));
      if (!(await copyFile(hash, path, copying))) continue;
      copied += 1;
      await onCopied?.(path);
    }
  return { named: named.length, copied, lacking: wanted.length - copied, isNoRoom };
}

/** False when the store has it no longer, or damaged. */
async function copyFile(hash: string, to: string, { files, cipher }: Copying): Promise<boolean> {
  const part = `${to}.part`;
  makeFolder(dirname(to));
  try {
    const plain = await files.read(hash);
    const content = cipher ? await cipher.encrypt(streamFrom(plain)) : plain;
    await pipeline(content, createWriteStream(part, { mode: 0o600, flush: true }));
    if ((await hashOf(await openCopy(part, cipher))) !== hash) return false;
    giveToOwnerOfFolder(part);
    renameSync(part, to);
    return true;
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  } finally {
    rmSync(part, { force: true });
  }
}

const streamFrom = (content: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(content)) as ReadableStream<Uint8Array>;

async function openCopy(path: string, cipher: FileCipher | null) {
  const content = createReadStream(path);
  return cipher ? cipher.decrypt(streamFrom(content)) : content;
}

export async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of content) hash.update(piece);
  return hash.digest('hex');
}

/** What is wrong with a stored file; null if nothing is. */
export async function faultOf(files: FileStore, hash: string) {
  try {
    return (await hashOf(await files.read(hash))) === hash ? null : 'damaged';
  } catch (error) {
    if (error instanceof FileMissing) return 'missing';
    throw error;
  }
}

/** Where files are looked for that the store does not have whole. */
interface Sources {
  files: FileStore;
  folders: string[];
  cipher: FileCipher | null;
}

/** Brings back the files that the store does not have, or has damaged. Returns those that are nowhere. */
export async function restoreFiles(named: NamedFile[], sources: Sources) {
  const lacking: NamedFile[] = [];
  let restored = 0;
  for (const file of named) {
    if ((await faultOf(sources.files, file.hash)) === null) continue;
    if (await restoreFile(file.hash, sources)) restored += 1;
    else lacking.push(file);
  }
  return { restored, lacking };
}

class NotWhole extends Error {}

async function restoreFile(hash: string, { files, folders, cipher }: Sources): Promise<boolean> {
  const copies = folders.flatMap((folder) => [
    { path: join(folder, nameOf(hash, cipher)), cipher },
    { path: join(folder, hash), cipher: null },
    // As in a folder of the store.
    { path: join(folder, hash.slice(0, 2), hash), cipher: null },
  ]);
  for (const copy of copies.filter(({ path }) => existsSync(path))) {
    try {
      await files.write(whole(hash, copy));
      return true;
    } catch (error) {
      if (!(error instanceof NotWhole)) throw error;
    }
  }
  return false;
}

/** The content of a copy. Fails at its end, before it is stored, when it is not what it was. */
async function* whole(hash: string, copy: { path: string; cipher: FileCipher | null }) {
  const seen = createHash('sha256');
  try {
    for await (const piece of await openCopy(copy.path, copy.cipher)) {
      seen.update(piece);
      yield piece;
    }
  } catch (error) {
    throw new NotWhole(copy.path, { cause: error });
  }
  if (seen.digest('hex') !== hash) throw new NotWhole(copy.path);
}
