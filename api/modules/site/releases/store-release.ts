import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Database, Db } from '../../../../db/database.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import type { ChangeCounts } from '../publish/change-counters.ts';
import { type PublishContext, PublishRunningError } from '../publish/publish-lease.ts';
import {
  byPublish,
  currentName,
  listReleases,
  type Release,
  readRelease,
  retainedReleases,
  siteOf,
} from './release-files.ts';
import { type Manifest, manifestFile, readManifest } from './release-folder.ts';

/** The maximum size of one INSERT, unless a single file is larger. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** Whether other processes with their own disks may use this database. */
export const isShared = ({ engine }: Pick<Database, 'engine'>): boolean => engine === 'postgres';

const packManifest = (manifest: Manifest): Buffer => gzipSync(JSON.stringify(manifest));
export const unpackManifest = (bytes: Buffer): Manifest =>
  JSON.parse(gunzipSync(bytes).toString()) as Manifest;

/**
 * Stores a release of this folder for all processes, in one transaction, with the files that no other release has,
 * and makes it the current one. Does nothing if the lease was lost.
 */
export async function storeRelease(
  { store, lease }: PublishContext,
  dataDir: string,
  name: string,
  isCurrent = true,
): Promise<void> {
  await transaction({ store }, async (tx) => {
    if (!(await listSharedNames(tx)).includes(name)) await insertRelease(tx, dataDir, name);
    if (isCurrent) await setCurrent(tx, name);
    if (!(await lease.renewIn(tx))) throw new PublishRunningError();
  });
}

async function insertRelease(tx: Tx, dataDir: string, name: string): Promise<void> {
  const release = readRelease(dataDir, name);
  const manifest = readManifest(manifestFile(dataDir, name));
  if (!release || !manifest) throw new Error(`The release ${name} is not whole.`);
  const paths = new Map(Object.entries(manifest.files).map(([path, { sha256 }]) => [sha256, path]));
  const stored = await listStoredHashes(tx, [...paths.keys()]);
  const folder = join(siteOf(dataDir), name);
  let batch: { sha256: string; bytes: Buffer }[] = [];
  let size = 0;
  for (const [sha256, path] of paths) {
    if (stored.has(sha256)) continue;
    const bytes = readFileSync(join(folder, path));
    if (size + bytes.length > BATCH_BYTES && batch.length > 0) {
      await insertFiles(tx, batch);
      [batch, size] = [[], 0];
    }
    batch.push({ sha256, bytes });
    size += bytes.length;
  }
  const bytes = packManifest(manifest);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await insertFiles(tx, [...batch, { sha256, bytes }]);
  await insertShared(tx, release, sha256);
}

/** Deletes releases that are not retained, and files that no retained one uses. */
export async function pruneSharedReleases(
  { store, lease }: PublishContext,
  unusable: readonly string[] = [],
): Promise<void> {
  const all = await listShared(store.db);
  const current = all.find(({ isCurrent }) => isCurrent)?.name ?? null;
  const stored = retainedReleases(all, current, unusable);
  const dropped = all.map(({ name }) => name).filter((name) => !stored.has(name));
  if (dropped.length === 0) return;
  await transaction({ store }, async (tx) => {
    await deleteShared(tx, dropped);
    await deleteFilesExcept(tx, await listUsedFiles(tx));
    if (!(await lease.renewIn(tx))) throw new PublishRunningError();
  });
}

async function listUsedFiles(db: Db): Promise<string[]> {
  const used = new Set<string>();
  for (const { sha256, bytes } of await listManifests(db)) {
    used.add(sha256);
    for (const file of Object.values(unpackManifest(bytes).files)) used.add(file.sha256);
  }
  return [...used];
}

export interface StoredReleases {
  /** Sorted, newest first. */
  releases: Release[];
  current: Release | undefined;
}

/**
 * Lists the releases to which the owner can roll back: those in the database or, with SQLite, in this folder.
 */
export async function listStoredReleases(
  store: Database,
  dataDir: string,
): Promise<StoredReleases> {
  if (isShared(store)) {
    const releases = await listShared(store.db);
    if (releases.length > 0) return { releases, current: releases.find((each) => each.isCurrent) };
  }
  const releases = listReleases(dataDir);
  const current = currentName(dataDir);
  return { releases, current: releases.find(({ name }) => name === current) };
}

/**
 * The releases that must be rendered again because of what others than the owner did, the current one first: it shows
 * outdated reviews, or any of them shows somebody who was erased. Without a count of reviews a release has no content
 * to render; only an erasure is then a reason to publish anew.
 */
export function outdatedReleases(
  { releases, current }: StoredReleases,
  counts: ChangeCounts,
): Release[] {
  const showsErased = ({ erasures = 0 }: Release) => erasures < counts.erasures;
  const others = releases.filter((each) => each !== current && each.reviews !== undefined);
  const isOutdated =
    current?.reviews === undefined
      ? current && showsErased(current)
      : current.reviews !== counts.reviews;
  return [...(current && isOutdated ? [current] : []), ...others.filter(showsErased)];
}

/** The name of the current release of all processes; null before the first publish. */
export async function findCurrentName(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('releases')
    .select('name')
    .where('is_current', '=', 1)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Lists the releases in the database, by the time at which their content was published, newest first. */
export async function listShared(db: Db): Promise<(Release & { isCurrent: boolean })[]> {
  const rows = await db
    .selectFrom('releases')
    .select(['name', 'description', 'is_current'])
    .execute();
  return rows
    .map(({ name, description, is_current }) => ({
      ...(JSON.parse(description) as Omit<Release, 'name'>),
      name,
      isCurrent: is_current === 1,
    }))
    .sort(byPublish);
}

export const listSharedNames = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('releases').select('name').orderBy('name', 'desc').execute()).map(
    ({ name }) => name,
  );

/** Finds the description and the compressed manifest of a release. */
export const findShared = (db: Db, name: string) =>
  db
    .selectFrom('releases')
    .innerJoin('release_files', 'release_files.sha256', 'releases.manifest')
    .select(['releases.description', 'release_files.bytes as manifest'])
    .where('releases.name', '=', name)
    .executeTakeFirst();

const listManifests = (db: Db) =>
  db
    .selectFrom('releases')
    .innerJoin('release_files', 'release_files.sha256', 'releases.manifest')
    .select(['release_files.sha256', 'release_files.bytes'])
    .execute();

export const findFiles = (db: Db, hashes: string[]) =>
  db
    .selectFrom('release_files')
    .select(['sha256', 'bytes'])
    .where('sha256', 'in', hashes)
    .execute();

/** Returns the hashes of those of these files that are already stored. */
async function listStoredHashes(db: Db, hashes: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from release_files where sha256 = any(${hashes}::text[])`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}

const insertFiles = (db: Db, files: { sha256: string; bytes: Buffer }[]) =>
  db
    .insertInto('release_files')
    .values(files)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

const insertShared = (db: Db, { name, ...release }: Release, manifest: string) =>
  db
    .insertInto('releases')
    .values({ name, description: JSON.stringify(release), manifest, is_current: 0 })
    .execute();

async function setCurrent(db: Db, name: string): Promise<void> {
  await db.updateTable('releases').set({ is_current: 0 }).where('is_current', '=', 1).execute();
  await db.updateTable('releases').set({ is_current: 1 }).where('name', '=', name).execute();
}

const deleteShared = (db: Db, names: string[]) =>
  db.deleteFrom('releases').where('name', 'in', names).execute();

const deleteFilesExcept = (db: Db, hashes: string[]) =>
  sql`delete from release_files where sha256 <> all(${hashes}::text[])`.execute(db);

const UPLOADED = 'uploaded release';

/** The release that the publish command of any process handled last. */
export const findUploadedName = (db: Db) => readSetting(db, UPLOADED);

export const storeUploaded = (db: Db, value: string) => storeSetting(db, UPLOADED, value);
