import { randomBytes } from 'node:crypto';
import type { Database } from '../../../../db/database.ts';
import { isDiskFull } from '../../../../db/errors.ts';
import type { Lease } from '../../../../db/leases.ts';
import { type Tx, transaction } from '../../../../db/transaction.ts';
import { recordPublishedPages } from '../../legal/versions.ts';
import { type BuildOptions, type BuiltPages, buildPages } from '../build/build-release.ts';
import { type BuildTarget, buildVersion } from '../build/build-target.ts';
import { tellDeadLinks } from '../build/live-links.ts';
import {
  openFolder,
  type RenderedSite,
  readRendered,
  removeOld,
  serve,
} from '../releases/rendered-site.ts';
import {
  findCurrent,
  forgetErased,
  insertRelease,
  listReleases,
  type Release,
  readContent,
  setCurrent,
} from '../releases/stored-releases.ts';
import { DISK_FULL, UNKNOWN_RELEASE, WHICH_RELEASE } from '../texts.ts';
import { storeAutomatic } from './automatic-publishing.ts';
import { type ChangeCounts, readChangeCounts } from './change-counters.ts';
import { createProgressLog, type Progress } from './progress.ts';
import {
  PublishRunningError,
  underFolderLease,
  underPublishLease,
  withDatabase,
} from './publish-lease.ts';
import { isNewUpload, runPublishCommand } from './run-publish-command.ts';

const SHORT_TIMEOUT_MS = 1_000;

/** Whether there are pages to serve. */
export const hasPages = (target: Pick<BuildTarget, 'dataDir'>): boolean =>
  readRendered(target.dataDir) !== null;

/** Whether the served pages are those of this release, made by this version of the program with these settings. */
export function isRendered(target: BuildTarget, release: Pick<Release, 'name'>): boolean {
  const rendered = readRendered(target.dataDir);
  return rendered?.release === release.name && rendered.version === buildVersion(target);
}

/** Whether the pages lack what others than the owner did: reviews, names, what was erased. */
export const isOutdated = (target: BuildTarget, counts: ChangeCounts): boolean =>
  readRendered(target.dataDir)?.reviews !== counts.reviews;

/**
 * Publishes what the owner has saved: makes its pages, checks them, and serves them. Throws PublishRunningError if a publish
 * is running; nothing changes on any failure.
 */
export const publish = (target: BuildTarget, options: BuildOptions = {}): Promise<string> =>
  withDatabase(target, (store) =>
    underPublishLease(store, SHORT_TIMEOUT_MS, (lease) =>
      makeCurrent(target, { store, lease, options }),
    ),
  );

/** Returns to a stored release: its content with the pages of this version. */
export const rollBackTo = (
  target: BuildTarget,
  name: string,
  options: BuildOptions = {},
): Promise<string> =>
  withDatabase(target, (store) =>
    underPublishLease(store, SHORT_TIMEOUT_MS, async (lease) => {
      const releases = await listReleases(store.db);
      const release = releases.find((each) => each.name === name);
      if (!release) throw new Error(unknownRelease(releases, name));
      // Otherwise the next saved change would publish what the owner has just rolled back.
      await transaction({ store }, (tx) => storeAutomatic(tx, false));
      return makeCurrent(target, { store, lease, options, release });
    }),
  );

/** Makes the pages of what is published, unless they are served already; publishes if nothing ever was. */
export const buildSite = (target: BuildTarget, options: BuildOptions = {}): Promise<void> =>
  withDatabase(target, async (store) => {
    if (!(await findCurrent(store.db)))
      await underPublishLease(store, Number.POSITIVE_INFINITY, async (lease) => {
        // Another process may have been faster.
        if (!(await findCurrent(store.db))) await makeCurrent(target, { store, lease, options });
      });
    await renderCurrent(target, store, options);
  });

/**
 * Makes the pages of the current release again, with today's reviews, ratings and names and without those who were
 * erased. Publishes nothing that the owner has saved since.
 */
export const refreshPages = (target: BuildTarget, options: BuildOptions = {}): Promise<void> =>
  withDatabase(target, async (store) => {
    const counts = await readChangeCounts(store.db);
    await forgetErased({ store }, counts.erasures);
    await renderCurrent(target, store, options, counts);
  });

const renderCurrent = (
  target: BuildTarget,
  store: Database,
  options: BuildOptions,
  counts?: ChangeCounts,
): Promise<void> =>
  underFolderLease(store, target, async () => {
    const release = await findCurrent(store.db);
    if (!release) return;
    if (isRendered(target, release) && !(counts && isOutdated(target, counts))) return;
    const startedAt = new Date().toISOString();
    const progress = createProgressLog(store, { name: release.name, kind: 'refresh', startedAt });
    const content = await readContent(store.db, release.name);
    const log = (text: string) => options.log?.(text);
    const job = { ...options, log, name: newName(startedAt), release: release.name, content };
    const made = await makePages(target, store, job);
    const { publishCommand } = target;
    if (!publishCommand) return;
    const uploadFailure = await underPublishLease(store, SHORT_TIMEOUT_MS, async () =>
      (await isNewUpload(store, made.rendered))
        ? runPublishCommand(target, publishCommand, { store, ...made, log })
        : null,
    ).catch((error: unknown) => {
      // The publish that is running uploads what it makes.
      if (error instanceof PublishRunningError) return null;
      throw error;
    });
    if (uploadFailure) progress.put({ uploadFailure, endedAt: new Date().toISOString() });
    await progress.settled();
  });

interface Making {
  store: Database;
  lease: Lease;
  options: BuildOptions;
  /** The release to return to; otherwise what the owner has saved becomes a new one. */
  release?: Release;
}

/** Makes a release the one that visitors see. If that fails, nothing has changed, and the progress says why. */
async function makeCurrent(
  target: BuildTarget,
  { store, lease, options, release }: Making,
): Promise<string> {
  const startedAt = new Date().toISOString();
  const made = newName(startedAt);
  const name = release?.name ?? made;
  const kind = release ? 'rollback' : 'publish';
  const progress = createProgressLog(store, { name, kind, startedAt });
  const { put } = progress;
  const log = (text: string) => {
    progress.log(text);
    options.log?.(text);
  };
  put({});
  const end = (more: Partial<Progress>) => {
    put({ ...more, endedAt: new Date().toISOString() });
    return progress.settled();
  };
  try {
    const content = release && (await readContent(store.db, name));
    const step = (each: Progress['step']) => put({ step: each });
    const job = { ...options, log, step, name: made, release: name, content };
    await underFolderLease(store, target, async () => {
      const pages = await makePages(target, store, job, async (tx, built) => {
        const published = { name, publishedAt: startedAt, content: built.content };
        if (release) await setCurrent(tx, name);
        else await insertRelease(tx, { ...published, ...built.counts });
        await recordPublishedPages(tx, built.content.legal, startedAt);
        if (!(await lease.renewIn(tx))) throw new PublishRunningError();
      });
      if (!target.publishCommand) return end({});
      step('Upload');
      const upload = { store, ...pages, log };
      await end({ uploadFailure: await runPublishCommand(target, target.publishCommand, upload) });
    });
    return name;
  } catch (error) {
    await end({ failure: failureOf(error) });
    throw error;
  }
}

type PagesJob = Parameters<typeof buildPages>[2] & { release: string };

/** Makes pages, stores what makes them the current ones, and serves them. Of a failure no files are left. */
async function makePages(
  target: BuildTarget,
  store: Database,
  { release, ...job }: PagesJob,
  record?: (tx: Tx, built: BuiltPages) => Promise<void>,
): Promise<Pick<BuiltPages, 'manifest'> & { rendered: RenderedSite }> {
  openFolder(target.dataDir);
  await removeOld(target.dataDir);
  try {
    const built = await buildPages(target, store, job);
    const { counts, manifest, scripts } = built;
    const rendered: RenderedSite = {
      ...{ name: job.name, release, scripts, reviews: counts.reviews },
      version: buildVersion(target),
      compiled: manifest.version,
    };
    job.step?.('Switch');
    await transaction({ store }, async (tx) => {
      await record?.(tx, built);
      await tellDeadLinks(tx, built.deadLinks);
    });
    await serve(target.dataDir, rendered);
    return { manifest, rendered };
  } catch (error) {
    await removeOld(target.dataDir);
    throw error;
  }
}

const newName = (startedAt: string): string =>
  `${startedAt.replace(/\D/g, '')}-${randomBytes(3).toString('hex')}`;

function unknownRelease(releases: Release[], name: string): string {
  const available = releases.map((each) => each.name + (each.isCurrent ? ' (current)' : ''));
  return [name ? UNKNOWN_RELEASE : WHICH_RELEASE, 'Available releases:', ...available].join('\n');
}

/** The reason of a failed publish, for the owner. */
export function failureOf(error: unknown): string {
  if (isDiskFull(error)) return DISK_FULL;
  return error instanceof Error ? error.message : String(error);
}
