import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Database, Db } from '../../../../db/database.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { type Manifest, manifestFile, readManifest } from '../build/manifest.ts';
import { type PublishContext, PublishRunningError } from '../publish/publish-lease.ts';
import { retainedReleases } from './prune-releases.ts';
import { readRelease, siteOf } from './release-files.ts';
import {
  deleteFilesExcept,
  deleteShared,
  insertFiles,
  insertShared,
  listManifests,
  listShared,
  listSharedNames,
  listStoredHashes,
  setCurrent,
} from './release-queries.ts';

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
