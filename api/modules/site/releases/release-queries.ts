import { sql } from 'kysely';
import type { Db } from '../../../../db/database.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import { byPublish, type Release } from './release-files.ts';

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

export const listManifests = (db: Db) =>
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
export async function listStoredHashes(db: Db, hashes: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from release_files where sha256 = any(${hashes}::text[])`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}

export const insertFiles = (db: Db, files: { sha256: string; bytes: Buffer }[]) =>
  db
    .insertInto('release_files')
    .values(files)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const insertShared = (db: Db, { name, ...release }: Release, manifest: string) =>
  db
    .insertInto('releases')
    .values({ name, description: JSON.stringify(release), manifest, is_current: 0 })
    .execute();

export async function setCurrent(db: Db, name: string): Promise<void> {
  await db.updateTable('releases').set({ is_current: 0 }).where('is_current', '=', 1).execute();
  await db.updateTable('releases').set({ is_current: 1 }).where('name', '=', name).execute();
}

export const deleteShared = (db: Db, names: string[]) =>
  db.deleteFrom('releases').where('name', 'in', names).execute();

export const deleteFilesExcept = (db: Db, hashes: string[]) =>
  sql`delete from release_files where sha256 <> all(${hashes}::text[])`.execute(db);

const UPLOADED = 'uploaded release';

/** The release that the publish command of any process handled last. */
export const findUploadedName = (db: Db) => readSetting(db, UPLOADED);

export const storeUploaded = (db: Db, value: string) => storeSetting(db, UPLOADED, value);
