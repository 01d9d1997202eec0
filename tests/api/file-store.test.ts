import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test as testOnce } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { DAY, HOUR, MINUTE } from '../../api/platform/clock.ts';
import { openDataFolder } from '../../api/platform/data-folder.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { FilesUnavailable } from '../../db/errors.ts';
import { FileMissing, type FileStore } from '../../db/files/file-store.ts';
import {
  forgetFiles,
  nameFile,
  openFiles,
  sweepFiles,
  sweepUnknownFiles,
} from '../../db/files/stored-files.ts';
import { migrate } from '../../db/migrate.ts';
import { transaction } from '../../db/transaction.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { openS3Server, type S3Server } from '../support/s3-server.ts';

let folder: string;
let dir: string;
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let store: Database;
let files: FileStore;
let bucket: S3Server;
let now: Date;
const services = () => ({ store, files, clock: () => now });
const advance = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'file-store-'));
  dir = join(folder, 'files');
  database = await createEmptyDatabase(folder);
  store = openDatabase(database.url);
  bucket = await openS3Server();
  await migrate(store);
  now = new Date();
});
afterEach(async () => {
  await store.close();
  await database.drop();
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The same of files in a folder and in a bucket. */
const test = (name: string, body: () => Promise<void>) => {
  for (const kind of ['folder', 'bucket'] as const)
    testOnce(`${kind}: ${name}`, async () => {
      const location =
        kind === 'folder'
          ? { dir }
          : readConfig({ FILES_DIR: dir, ...bucket.filesEnv }, folder).files;
      files = openFiles(location, { store, clock: () => now });
      isBucket = kind === 'bucket';
      await body();
    });
};
let isBucket = false;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function contentOf(hash: string, range?: { from: number; length: number }) {
  const pieces = [];
  for await (const piece of await files.read(hash, range)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function stored(): Promise<string[]> {
  const hashes = [];
  for await (const { hash } of files.list()) hashes.push(hash);
  return hashes.sort();
}

/** What the store and its table both have. */
async function known(): Promise<string[]> {
  const rows = await store.db.selectFrom('files').select('hash').orderBy('hash').execute();
  const hashes = rows.map(({ hash }) => hash);
  expect(await stored()).toEqual(hashes);
  return hashes;
}

/** Has a picture that everybody may see name the file. */
const name = (hash: string) =>
  transaction({ store }, async (tx) => {
    const row = {
      hash: hash.slice(0, 40),
      mime: 'image/webp',
      created_at: now.toISOString(),
    };
    await tx
      .insertInto('media')
      .values({ ...row, file_hash: await nameFile(tx, { hash }) })
      .execute();
  });

const LARGE = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));

test('a file is stored once under its hash, with its size and its sums, and read whole or in part', async () => {
  const [file, again] = [await files.write(LARGE), await files.write(LARGE)];
  expect(file).toEqual({ hash: hashOf(LARGE), size: 200_000, crc32: crc32(LARGE) });
  expect(again).toEqual(file);
  expect(await known()).toEqual([file.hash]);
  expect(await contentOf(file.hash)).toEqual(LARGE);
  const range = { from: 65_000, length: 70_000 };
  expect(await contentOf(file.hash, range)).toEqual(LARGE.subarray(65_000, 135_000));
  const empty = await files.write(Buffer.alloc(0));
  expect([await contentOf(empty.hash), await files.has(empty.hash)]).toEqual([
    Buffer.alloc(0),
    true,
  ]);
});

test('of content that breaks off nothing is left, and a file that is not there is said to be missing', async () => {
  async function* breaking() {
    yield LARGE;
    throw new Error('the line broke');
  }
  await expect(files.write(breaking())).rejects.toThrow('the line broke');
  expect([await known(), readdirSync(join(dir, 'incoming'))]).toEqual([[], []]);
  for (const hash of [hashOf(LARGE), '../../etc/passwd'])
    await expect(files.read(hash)).rejects.toBeInstanceOf(FileMissing);
});

test('a store that takes no files says so, and takes them once it can', async () => {
  const { hash } = await files.write(Buffer.from('before'));
  if (isBucket) bucket.refuse(true);
  else {
    rmSync(dir, { recursive: true });
    writeFileSync(dir, 'a file where the folder should be');
  }
  await expect(files.write(LARGE)).rejects.toBeInstanceOf(FilesUnavailable);
  if (isBucket) bucket.refuse(false);
  else rmSync(dir);
  const file = await files.write(LARGE);
  expect((await stored()).filter((each) => each !== hash)).toEqual([file.hash]);
});

test('what no row names goes after a day, and what a row names stays', async () => {
  const [named, loose] = [await files.write(LARGE), await files.write(Buffer.from('loose'))];
  await name(named.hash);
  advance(23 * HOUR);
  await sweepFiles(services());
  expect(await known()).toHaveLength(2);
  advance(2 * HOUR);
  await sweepFiles(services());
  expect(await known()).toEqual([named.hash]);
  await store.db.deleteFrom('media').execute();
  await sweepFiles(services());
  advance(23 * HOUR);
  expect(await files.write(Buffer.from('loose'))).toEqual(loose);
  await sweepFiles(services());
  expect(await known()).toHaveLength(2);
  advance(2 * HOUR);
  await sweepFiles(services());
  expect(await known()).toEqual([loose.hash]);
});

test('what must not wait a day goes at once, unless something else names it', async () => {
  const [both, alone] = [await files.write(LARGE), await files.write(Buffer.from('theirs alone'))];
  await name(both.hash);
  await transaction({ store }, (tx) => forgetFiles(tx, [both.hash, alone.hash]));
  await sweepFiles(services());
  expect(await known()).toEqual([both.hash]);
});

test('a clock that is set back keeps no file for longer', async () => {
  await files.write(LARGE);
  advance(-365 * DAY);
  await sweepFiles(services());
  advance(DAY);
  await sweepFiles(services());
  expect(await known()).toEqual([]);
});

test('what is stored again while it is deleted is there afterwards', async () => {
  const { hash } = await files.write(LARGE);
  advance(DAY);
  const deleting = Promise.withResolvers<void>();
  const mayDelete = Promise.withResolvers<void>();
  const slow: FileStore = {
    ...files,
    async delete(each) {
      deleting.resolve();
      await mayDelete.promise;
      await files.delete(each);
    },
  };
  const swept = sweepFiles({ ...services(), files: slow });
  await deleting.promise;
  await expect(name(hash), 'nothing names it meanwhile').rejects.toBeInstanceOf(FilesUnavailable);
  const written = files.write(LARGE);
  mayDelete.resolve();
  await swept;
  await written;
  await name(hash);
  expect(await known()).toEqual([hash]);
  expect(await contentOf(hash)).toEqual(LARGE);
});

test('where a process was killed that deleted a file, the next one goes on, or somebody stores it again', async () => {
  const [first, second] = [await files.write(LARGE), await files.write(Buffer.from('second'))];
  advance(DAY);
  const killed: FileStore = {
    ...files,
    delete: () => Promise.reject(new Error('killed')),
  };
  await expect(sweepFiles({ ...services(), files: killed })).rejects.toThrow('killed');
  advance(2 * MINUTE);
  await files.write(LARGE);
  await name(first.hash);
  await sweepFiles(services());
  expect(await known()).toEqual([first.hash]);
  expect(await files.has(second.hash)).toBe(false);
});

test('a file without a row goes within a day, also one that never became whole', async () => {
  const { hash } = await files.write(LARGE);
  await store.db.deleteFrom('files').execute();
  const unfinished = join(dir, 'incoming', 'unfinished');
  writeFileSync(unfinished, 'half of it');
  await sweepUnknownFiles(services());
  expect([await stored(), readdirSync(join(dir, 'incoming'))]).toEqual([[hash], ['unfinished']]);
  const before = new Date(now.getTime() - DAY);
  const paths = [unfinished, ...(isBucket ? [] : [join(dir, hash.slice(0, 2), hash)])];
  for (const path of paths) utimesSync(path, before, before);
  if (isBucket) bucket.written.set(hash, before.getTime());
  await sweepUnknownFiles(services());
  expect([await known(), readdirSync(join(dir, 'incoming'))]).toEqual([[], []]);
});

testOnce(
  'a database knows its folder of files, and takes neither that of another nor, where several processes may run, an empty one',
  async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'other-shop-'));
    const other = await createEmptyDatabase(elsewhere);
    const open = (name: string, databaseUrl = database.url) =>
      openDataFolder({ dataDir: folder, databaseUrl, files: { dir: join(folder, name) } });
    for (const _ of ['first', 'second']) await (await open('files')).close();
    await expect(open('files', other.url)).rejects.toThrow(/ has the files of another database\. /);
    const onEmpty = open('empty');
    if (store.engine === 'sqlite') await (await onEmpty).close();
    else
      await expect(onEmpty).rejects.toThrow(
        / is not the folder of the files that this database names\. /,
      );
    await other.drop();
    rmSync(elsewhere, { recursive: true });
  },
);
