import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { transaction } from '../../../../db/transaction.ts';
import { isDiskFull } from '../../../platform/disk.ts';
import { type BuildOptions, buildRelease } from '../build/build-release.ts';
import type { BuildTarget } from '../build/build-target.ts';
import { buildVersion } from '../build/build-version.ts';
import { digest } from '../build/catalog-snapshot.ts';
import { manifestFile } from '../build/manifest.ts';
import { fetchRelease } from '../releases/fetch-release.ts';
import { followCurrent } from '../releases/follow-releases.ts';
import { listStoredReleases, type StoredReleases } from '../releases/list-releases.ts';
import { pruneReleases } from '../releases/prune-releases.ts';
import {
  currentName,
  openFolder,
  readRelease,
  recordRelease,
  siteOf,
  switchTo,
} from '../releases/release-files.ts';
import { isShared, pruneSharedReleases, storeRelease } from '../releases/store-release.ts';
import { DISK_FULL, UNKNOWN_RELEASE, WHICH_RELEASE } from '../texts.ts';
import { isAutomatic, storeAutomatic } from './automatic-publishing.ts';
import { createProgressLog, type ProgressLog } from './progress.ts';
import { type PublishContext, PublishRunningError, withPublishLease } from './publish-lease.ts';
import { runPublishCommand } from './run-publish-command.ts';
import { shareProgress } from './shared-progress.ts';

const SHORT_TIMEOUT_MS = 1_000;

/** Whether there is a release to serve. */
export const hasRelease = (target: Pick<BuildTarget, 'dataDir'>): boolean =>
  existsSync(join(siteOf(target.dataDir), 'current', 'index.html'));

/** Whether `current` was made from the current sources and settings. */
export function isUpToDate(target: BuildTarget): boolean {
  const name = currentName(target.dataDir);
  const made = name === null ? null : readRelease(target.dataDir, name);
  return made?.fingerprint === buildVersion(target);
}

/** Returns an up-to-date release; publishes if needed. Waits for a running publish, which may be enough. */
export async function buildSite(target: BuildTarget): Promise<string> {
  return withPublishLease(target, Number.POSITIVE_INFINITY, async (context) => {
    const { dataDir } = target;
    const isFirst = isShared(context.store) && !(await followCurrent(context.store, dataDir));
    const name = currentName(dataDir);
    if (!name || !isUpToDate(target)) return publishLocked(target, context);
    // The release was built before the database was shared.
    if (isFirst) await storeRelease(context, dataDir, name);
    return name;
  });
}

/**
 * Builds a release in its own folder, validates it and switches to it atomically. Throws PublishRunningError if a publish is
 * running; the site does not change on any failure.
 */
export const publish = (target: BuildTarget, options?: BuildOptions): Promise<string> =>
  withPublishLease(target, SHORT_TIMEOUT_MS, (context) => publishLocked(target, context, options));

/** Rolls back to a stored release. */
export const rollBackTo = (target: BuildTarget, name: string): Promise<string> =>
  withPublishLease(target, SHORT_TIMEOUT_MS, async (context) => {
    const { store } = context;
    const stored = await listStoredReleases(store, target.dataDir);
    if (!stored.releases.some((each) => each.name === name)) {
      throw new Error(unknownRelease(stored, name));
    }
    const startedAt = new Date().toISOString();
    const progress = openProgress(target, context, { name, kind: 'rollback', startedAt });
    progress.putUnlessDiskFull({ step: 'Switch' });
    // Otherwise the next saved change would publish what the owner has just rolled back.
    if (await isAutomatic(store.db)) {
      await transaction({ store }, (tx) => storeAutomatic(tx, false));
    }
    if (isShared(store)) await fetchRelease(store.db, target.dataDir, name);
    await switchUnder(context, target, name);
    await finish(target, context, { name, progress });
    return name;
  });

/** Switches only if the lease is still held, so that it does not undo the switch of the next holder. */
async function switchUnder(
  context: PublishContext,
  { dataDir }: BuildTarget,
  name: string,
): Promise<void> {
  if (isShared(context.store)) await storeRelease(context, dataDir, name);
  else if (!(await context.lease.renew())) throw new PublishRunningError();
  await switchTo(dataDir, name);
}

function unknownRelease({ releases, current }: StoredReleases, name: string): string {
  const available = releases.map((each) =>
    each.name === current?.name ? `${each.name} (current)` : each.name,
  );
  return [name ? UNKNOWN_RELEASE : WHICH_RELEASE, 'Available releases:', ...available].join('\n');
}

const openProgress = (
  { dataDir }: BuildTarget,
  { store }: PublishContext,
  start: Parameters<typeof createProgressLog>[1],
) => createProgressLog(dataDir, start, isShared(store) ? shareProgress(store) : undefined);

async function publishLocked(
  target: BuildTarget,
  context: PublishContext,
  options: BuildOptions = {},
): Promise<string> {
  const started = new Date();
  const startedAt = started.toISOString();
  const name = `${startedAt.replace(/\D/g, '')}-${randomBytes(3).toString('hex')}`;
  const release = join(openFolder(target.dataDir), name);
  const progress = openProgress(target, context, { name, kind: 'publish', startedAt });
  const log = (text: string) => {
    progress.log(text);
    options.log?.(text);
  };
  try {
    await pruneReleases(target.dataDir);
    const version = buildVersion(target);
    const job = { ...options, log, name, progress };
    const { catalog, manifest, erasures, changes } = await buildRelease(target, context.store, job);
    await recordRelease(target.dataDir, {
      name,
      fingerprint: version,
      madeAt: startedAt,
      ms: Date.now() - started.getTime(),
      pages: Object.values(manifest.pages).filter(({ content }) => content).length,
      bytes: Object.values(manifest.files).reduce((sum, { size }) => sum + size, 0),
      catalog: digest(catalog),
      erasures,
      changes,
    });
    progress.put({ step: 'Switch' });
    await switchUnder(context, target, name);
  } catch (error) {
    // First, because on a full disk this frees the space to record the failure.
    for (const left of [release, `${release}.json`, manifestFile(target.dataDir, name)]) {
      await rm(left, { recursive: true, force: true });
    }
    progress.putUnlessDiskFull({ failure: failureOf(error), endedAt: new Date().toISOString() });
    await progress.settled();
    throw error;
  }
  await finish(target, context, { name, progress });
  return name;
}

/** The reason of a failed publish, for the owner. */
export function failureOf(error: unknown): string {
  if (isDiskFull(error)) return DISK_FULL;
  return error instanceof Error ? error.message : String(error);
}

/** Runs the steps after the switch. Their failures are reported, but the site is switched. */
async function finish(
  target: BuildTarget,
  context: PublishContext,
  { name, progress }: { name: string; progress: ProgressLog },
): Promise<void> {
  let uploadFailure: string | null = null;
  if (target.publishCommand) {
    progress.putUnlessDiskFull({ step: 'Upload' });
    uploadFailure = await runPublishCommand(target, target.publishCommand, {
      store: context.store,
      name,
      log: progress.log,
    });
  }
  if (isShared(context.store)) await pruneSharedReleases(context);
  await pruneReleases(target.dataDir);
  progress.putUnlessDiskFull({ uploadFailure, endedAt: new Date().toISOString() });
  await progress.settled();
}
