import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database, Db } from '../../../../db/database.ts';
import { SECOND } from '../../../platform/clock.ts';
import { flushToDisk } from '../../../platform/disk.ts';
import type { Log } from '../../../platform/services.ts';
import { createSingleFlight } from '../../../platform/single-flight.ts';
import { readProgress } from '../publish/progress.ts';
import {
  currentName,
  listReleases,
  openFolder,
  type Release,
  readRelease,
  recordRelease,
  removeReleases,
  switchTo,
} from './release-files.ts';
import {
  entryOf,
  linkFile,
  type Manifest,
  manifestFile,
  readManifest,
  writeManifest,
} from './release-folder.ts';
import {
  findCurrentName,
  findFiles,
  findShared,
  isShared,
  listSharedNames,
  unpackManifest,
} from './store-release.ts';

/** Synchronizes this folder's releases with the database that all processes share. */
export interface ReleaseFollower {
  /** Switches to the current release now, if it differs. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

const CHECK_EVERY = SECOND;

/** Switches this folder to the current release of all processes. Returns false before the first publish. */
export async function followCurrent({ db }: Database, dataDir: string): Promise<boolean> {
  for (;;) {
    const local = currentName(dataDir);
    const name = await findCurrentName(db);
    if (name === null) return false;
    if (name === local) return true;
    await fetchRelease(db, dataDir, name);
    // A different publish may have ended during the download.
    if (name === (await findCurrentName(db))) await switchTo(dataDir, name);
  }
}

/**
 * Checks for a new release every second. Polling is simple and reliable: a missed NOTIFY would need it
 * anyway.
 */
export function followReleases(
  { store, log }: { store: Database; log: Log },
  dataDir: string,
): ReleaseFollower {
  if (!isShared(store)) return { follow: async () => {}, close: async () => {} };
  const once = createSingleFlight<void>();
  let completed = '';
  let failed = '';
  let isClosed = false;

  async function check(): Promise<void> {
    const before = currentName(dataDir);
    if (!(await followCurrent(store, dataDir))) return;
    const now = currentName(dataDir);
    if (now !== before) log.info(`The release ${now} is served.`);
  }

  /** Fetches earlier releases too, for rollbacks and for the scripts of pages that are still open. */
  async function complete(): Promise<void> {
    const names = await listSharedNames(store.db);
    if (names.length === 0 || `${names}` === completed) return;
    for (const name of names) {
      if (isClosed) return;
      await fetchRelease(store.db, dataDir, name);
    }
    // A release that this process is publishing is not in the database yet.
    const publish = readProgress(dataDir);
    const unfinished = publish?.endedAt === null ? publish.name : null;
    const stored = [...names, currentName(dataDir), unfinished];
    const local = listReleases(dataDir).map(({ name }) => name);
    await removeReleases(
      dataDir,
      local.filter((name) => !stored.includes(name)),
    );
    completed = `${names}`;
  }

  const follow = () => once('check', check);
  async function run(): Promise<void> {
    try {
      await follow();
      await once('complete', complete);
      failed = '';
    } catch (error) {
      // Logs the same error only once while the database is unavailable.
      if (String(error) !== failed) log.error('the release of the site was not fetched', error);
      failed = String(error);
    }
  }
  let last = once('run', () => removeUnfinished(dataDir));
  const timer = setInterval(() => {
    last = once('run', run);
  }, CHECK_EVERY).unref();
  return {
    follow,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await last;
    },
  };
}

const BATCH_FILES = 100;
const BATCH_BYTES = 4 * 1024 * 1024;
const ASIDE = '.fetch-';

/** Fetches a release from the database into this folder. Files that a local release has are hard-linked. */
export async function fetchRelease(db: Db, dataDir: string, name: string): Promise<void> {
  if (readRelease(dataDir, name)) return;
  const site = openFolder(dataDir);
  const aside = join(site, `${ASIDE}${process.pid}-${name}`);
  try {
    await rm(aside, { recursive: true, force: true });
    mkdirSync(aside);
    const shared = await findShared(db, name);
    if (!shared) throw new Error(`The release ${name} is not in the database.`);
    const manifest = unpackManifest(shared.manifest);
    await writeFiles(db, linkFiles(dataDir, manifest, aside), aside);
    await renameUnlessThere(aside, join(site, name));
    await writeManifest(manifestFile(dataDir, name), manifest);
    // Written last: a release with a description counts as complete.
    await recordRelease(dataDir, { ...(JSON.parse(shared.description) as Release), name });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Deletes the partial files of killed processes. */
async function removeUnfinished(dataDir: string): Promise<void> {
  const site = openFolder(dataDir);
  for (const name of readdirSync(site).filter((each) => each.startsWith(ASIDE))) {
    await rm(join(site, name), { recursive: true, force: true });
  }
}

/** Missing files by hash, so that two files with the same content are fetched once. */
type Missing = Map<string, { size: number; paths: string[] }>;

function linkFiles(dataDir: string, { files }: Manifest, folder: string): Missing {
  const missing: Missing = new Map();
  for (const [path, { sha256, size }] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const paths = missing.get(sha256)?.paths ?? [];
    missing.set(sha256, { size, paths: [...paths, path] });
  }
  for (const { name } of listReleases(dataDir)) {
    if (missing.size === 0) break;
    const local = readManifest(manifestFile(dataDir, name))?.files ?? {};
    for (const [path, { sha256 }] of Object.entries(local)) {
      const source = join(openFolder(dataDir), name, path);
      const paths = missing.get(sha256)?.paths ?? [];
      if (paths.length > 0 && paths.every((to) => linkFile(source, join(folder, to)))) {
        missing.delete(sha256);
      }
    }
  }
  return missing;
}

async function writeFiles(db: Db, missing: Missing, folder: string): Promise<void> {
  const written: string[] = [];
  for (const hashes of inBatches(missing)) {
    const found = new Map(
      (await findFiles(db, hashes)).map(({ sha256, bytes }) => [sha256, bytes]),
    );
    for (const sha256 of hashes) {
      const bytes = found.get(sha256);
      if (!bytes || entryOf(bytes).sha256 !== sha256) {
        throw new Error(`A file of the release is not whole in the database: ${sha256}.`);
      }
      for (const path of missing.get(sha256)?.paths ?? []) {
        written.push(join(folder, path));
        writeFileSync(join(folder, path), bytes);
      }
    }
  }
  // Together: flushing each file when it is written would stop the process, and take four times as long.
  await flushToDisk(written);
}

function* inBatches(missing: Missing): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const [sha256, { size }] of missing) {
    if (batch.length === BATCH_FILES || (batch.length > 0 && bytes + size > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(sha256);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Renames a folder, unless a different process was faster: its copy is equally complete. */
async function renameUnlessThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error;
  });
}
