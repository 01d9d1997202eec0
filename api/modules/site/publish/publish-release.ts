import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../../../../db/errors.ts';
import { transaction } from '../../../../db/transaction.ts';
import { hashPages } from '../../legal/versions.ts';
import { readLegalVersion } from '../../orders/agreements/legal-version.ts';
import { type BuildOptions, buildRelease } from '../build/build-release.ts';
import { type BuildTarget, buildVersion } from '../build/build-target.ts';
import { digest } from '../build/catalog-snapshot.ts';
import { fetchRelease, followCurrent } from '../releases/follow-releases.ts';
import {
  currentName,
  listReleases,
  openFolder,
  pruneReleases,
  type Release,
  readRelease,
  recordRelease,
  removeReleases,
  siteOf,
  switchTo,
  wayBackTo,
} from '../releases/release-files.ts';
import { manifestFile, readContent, readManifest } from '../releases/release-folder.ts';
import {
  isShared,
  listStoredReleases,
  outdatedReleases,
  pruneSharedReleases,
  type StoredReleases,
  storeRelease,
} from '../releases/store-release.ts';
import { DISK_FULL, OTHER_VERSION, UNKNOWN_RELEASE, WHICH_RELEASE } from '../texts.ts';
import { isAutomatic, storeAutomatic } from './automatic-publishing.ts';
import { readChangeCounts } from './change-counters.ts';
import { createProgressLog, type ProgressLog, shareProgress } from './progress.ts';
import { type PublishContext, PublishRunningError, withPublishLease } from './publish-lease.ts';
import { closedSite, type Published, readPublished, recordPublished } from './published-content.ts';
import { runPublishCommand } from './run-publish-command.ts';

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

/**
 * Returns an up-to-date release. If there is none, renders what is published with the pages of this version. Nothing that
 * the owner has not published becomes public, unless there never was a publish. Waits for a running publish, which may
 * be enough.
 */
export async function buildSite(target: BuildTarget, options: BuildOptions = {}): Promise<string> {
  return withPublishLease(target, Number.POSITIVE_INFINITY, async (context) => {
    const { dataDir } = target;
    const { store } = context;
    const isFirst = isShared(store) && !(await followCurrent(store, dataDir));
    const name = currentName(dataDir);
    const release = name && readRelease(dataDir, name);
    if (!release) return buildWithoutRelease(target, context, options);
    // The releases were made before the database was shared.
    if (isFirst) await shareReleases(context, dataDir, name);
    if (isUpToDate(target)) return name;
    const content = readContent(dataDir, name);
    if (content) return publishLocked(target, context, options, { release, content });
    const counts = await readChangeCounts(store.db);
    const isPublished = release.changes === counts.changes || (await isAutomatic(store.db));
    return publishLocked(
      target,
      context,
      options,
      isPublished ? undefined : { release, isKept: true },
    );
  });
}

/** A restored or moved database knows what was published; one that an older program copied may know only that something was. */
async function buildWithoutRelease(
  target: BuildTarget,
  context: PublishContext,
  options: BuildOptions,
): Promise<string> {
  const { db } = context.store;
  const published = await readPublished(db);
  if (published) {
    try {
      return await publishLocked(target, context, options, published);
    } catch (error) {
      // A picture of it may be gone.
      if (isDiskFull(error)) throw error;
    }
  } else if ((await isAutomatic(db)) || (await readLegalVersion(db)) === undefined) {
    return publishLocked(target, context, options);
  }
  return publishLocked(target, context, options, await closedSite(db));
}

async function shareReleases(
  context: PublishContext,
  dataDir: string,
  current: string,
): Promise<void> {
  for (const { name } of listReleases(dataDir).toReversed()) {
    if (name === current || readManifest(manifestFile(dataDir, name)))
      await storeRelease(context, dataDir, name, name === current);
  }
}

/**
 * Builds a release in its own folder, validates it and switches to it atomically. Throws PublishRunningError if a publish is
 * running; the site does not change on any failure.
 */
export const publish = (target: BuildTarget, options?: BuildOptions): Promise<string> =>
  withPublishLease(target, SHORT_TIMEOUT_MS, (context) => publishLocked(target, context, options));

/** Rolls back to a stored release. The content of one that another version made is rendered with the pages of this version. */
export const rollBackTo = (
  target: BuildTarget,
  name: string,
  options: BuildOptions = {},
): Promise<string> =>
  withPublishLease(target, SHORT_TIMEOUT_MS, async (context) => {
    const { store } = context;
    const { dataDir } = target;
    const stored = await listStoredReleases(store, dataDir);
    const release = stored.releases.find((each) => each.name === name);
    if (!release) throw new Error(unknownRelease(stored, name));
    const way = wayBackTo(release, buildVersion(target));
    if (way === 'none') throw new Error(OTHER_VERSION);
    const startedAt = new Date().toISOString();
    const made = way === 'switch' ? name : newName(startedAt);
    const progress = openProgress(target, context, { name: made, kind: 'rollback', startedAt });
    if (way === 'switch') progress.putUnlessDiskFull({ step: 'Switch' });
    // Otherwise the next saved change would publish what the owner has just rolled back.
    if (await isAutomatic(store.db)) {
      await transaction({ store }, (tx) => storeAutomatic(tx, false));
    }
    if (isShared(store)) await fetchRelease(store.db, dataDir, name);
    if (way === 'switch') {
      await switchUnder(context, target, name);
      await recordPublished(store, dataDir);
    } else {
      const content = readContent(dataDir, name);
      if (!content) throw new Error(OTHER_VERSION);
      const before = { release, content };
      const making = { name: made, startedAt, progress, options, before };
      await makeRelease(target, context, making, (renewed) => {
        progress.put({ step: 'Switch' });
        return recordAndSwitch(context, target, inPlaceOf(release, renewed));
      });
    }
    await finish(target, context, { name: made, progress });
    return made;
  });

/** The same publish, rendered again: it takes the place of the release. */
const inPlaceOf = ({ madeAt, ms }: Release, made: Release): Release => ({ ...made, madeAt, ms });

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
  before?: Before,
): Promise<string> {
  const startedAt = new Date().toISOString();
  const name = newName(startedAt);
  openFolder(target.dataDir);
  const progress = openProgress(target, context, { name, kind: 'publish', startedAt });
  await makeRelease(target, context, { name, startedAt, progress, options, before }, (release) => {
    progress.put({ step: 'Switch' });
    return recordAndSwitch(context, target, release);
  });
  await finish(target, context, { name, progress });
  return name;
}

/** What visitors see. Of a release without content, which an older version of the program made, the files are kept. */
type Before = (Published & { isKept?: undefined }) | { release: Release; isKept: true };

interface Making {
  name: string;
  startedAt: string;
  progress: ProgressLog;
  options: BuildOptions;
  /** Rendered again; otherwise the release shows what the owner has saved. */
  before?: Before | undefined;
}

const newName = (startedAt: string): string =>
  `${startedAt.replace(/\D/g, '')}-${randomBytes(3).toString('hex')}`;

/** Builds a release and puts it to use. If that fails, nothing of it is left, and the progress says why. */
async function makeRelease(
  target: BuildTarget,
  context: PublishContext,
  { name, startedAt, progress, options, before }: Making,
  use: (release: Release) => Promise<void>,
): Promise<void> {
  const log = (text: string) => {
    progress.log(text);
    options.log?.(text);
  };
  try {
    await pruneReleases(target.dataDir);
    const version = buildVersion(target);
    const stored = before && {
      name: before.release.name,
      ...(before.isKept ? {} : { content: before.content }),
    };
    const job = { ...options, log, name, progress, stored };
    const { content, manifest, counts, scripts } = await buildRelease(target, context.store, job);
    await use({
      name,
      fingerprint: version,
      madeAt: startedAt,
      ms: Date.now() - Date.parse(startedAt),
      pages: Object.values(manifest.pages).filter(({ content }) => content).length,
      bytes: Object.values(manifest.files).reduce((sum, { size }) => sum + size, 0),
      catalog: digest(content),
      scripts,
      legal: hashPages(content.legal),
      ...counts,
      // What the owner has saved since is still unpublished.
      ...(before ? { changes: before.release.changes ?? 0 } : {}),
      ...(before?.isKept ? asKept(before.release, scripts) : {}),
    });
  } catch (error) {
    // First, because on a full disk this frees the space to record the failure.
    await removeReleases(target.dataDir, [name]);
    progress.putUnlessDiskFull({ failure: failureOf(error), endedAt: new Date().toISOString() });
    await progress.settled();
    throw error;
  }
}

/** Of a release whose public pages are kept: what describes them. It has no content to render again. */
const asKept = (release: Release, scripts: string[]): Partial<Release> => ({
  catalog: release.catalog,
  legal: release.legal,
  reviews: undefined,
  erasures: release.erasures,
  isKept: true,
  ...(release.scripts ? { scripts: [...new Set([...release.scripts, ...scripts])] } : {}),
});

async function recordAndSwitch(
  context: PublishContext,
  target: BuildTarget,
  release: Release,
): Promise<void> {
  await recordRelease(target.dataDir, release);
  await switchUnder(context, target, release.name);
  await recordPublished(context.store, target.dataDir);
}

/**
 * Renders releases again from the content that was published with them: the current one with today's reviews, ratings
 * and names, and every one that shows somebody who was erased. Publishes nothing that the owner has saved since.
 */
export const refreshReviews = (target: BuildTarget, options: BuildOptions = {}): Promise<void> =>
  withPublishLease(target, SHORT_TIMEOUT_MS, async (context) => {
    const { store } = context;
    const stored = await listStoredReleases(store, target.dataDir);
    const unusable: string[] = [];
    for (const release of outdatedReleases(stored, await readChangeCounts(store.db))) {
      const isCurrent = release === stored.current;
      try {
        await refresh(target, context, { release, isCurrent, options });
      } catch (error) {
        if (isCurrent || isDiskFull(error)) throw error;
        // The content of another version may not fit these pages; erased people must not stay.
        unusable.push(release.name);
      }
    }
    if (isShared(store)) await pruneSharedReleases(context, unusable);
    await pruneReleases(target.dataDir, unusable);
  });

async function refresh(
  target: BuildTarget,
  context: PublishContext,
  { release, isCurrent, options }: { release: Release; isCurrent: boolean; options: BuildOptions },
): Promise<void> {
  const { dataDir } = target;
  if (isShared(context.store)) await fetchRelease(context.store.db, dataDir, release.name);
  const content = readContent(dataDir, release.name);
  if (!content) {
    if (isCurrent) await publishLocked(target, context, options);
    return;
  }
  const startedAt = new Date().toISOString();
  const name = newName(startedAt);
  const progress = quietProgress(() =>
    openProgress(target, context, { name, kind: 'refresh', startedAt }),
  );
  const making = { name, startedAt, progress, options, before: { release, content } };
  await makeRelease(target, context, making, async (made) => {
    const renewed = inPlaceOf(release, made);
    if (isCurrent) return recordAndSwitch(context, target, renewed);
    await recordRelease(dataDir, renewed);
    if (isShared(context.store)) await storeRelease(context, dataDir, name, false);
  });
  if (isCurrent) await finish(target, context, { name, progress });
}

/** Progress that is recorded only if there is a failure. */
function quietProgress(open: () => ProgressLog): ProgressLog {
  let opened: ProgressLog | undefined;
  return {
    put() {},
    log() {},
    putUnlessDiskFull(more) {
      if (!more.failure && !more.uploadFailure) return;
      opened ??= open();
      opened.putUnlessDiskFull(more);
    },
    settled: async () => opened?.settled(),
  };
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
