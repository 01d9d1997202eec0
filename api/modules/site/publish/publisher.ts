import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../../db/database.ts';
import { transaction } from '../../../../db/transaction.ts';
import type { Config } from '../../../config.ts';
import { MINUTE, SECOND } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Log, Services } from '../../../platform/services.ts';
import type { UnpublishedChange } from '../build/catalog-snapshot.ts';
import { createPreviews, type Previews } from '../preview/previews.ts';
import { isShared, storeCompiledFiles } from '../releases/compiled-files.ts';
import { readRendered } from '../releases/rendered-site.ts';
import { findCurrent, listReleases, type Release } from '../releases/stored-releases.ts';
import { ALREADY_PUBLISHING, IS_CURRENT, UNKNOWN_RELEASE } from '../texts.ts';
import { createSiteWorker, type Job } from '../worker/site-worker.ts';
import { createAutomaticPublishing, isAutomatic, storeAutomatic } from './automatic-publishing.ts';
import { readChangeCounts } from './change-counters.ts';
import { findChanges } from './list-unpublished-changes.ts';
import { latestOf, type Progress, type ReportedFailure, readProgress } from './progress.ts';
import { isPublishLeased } from './publish-lease.ts';
import { isOutdated } from './publish-release.ts';

export interface Status {
  running: boolean;
  latest: Progress | null;
  /** Whether a command uploads the pages. */
  uploads: boolean;
  releases: Pick<Release, 'name' | 'publishedAt' | 'isCurrent'>[];
  automatic: boolean;
}

/** Starts publishes in a process of their own, reports their progress, and makes what others publish visible here. */
export interface Publisher {
  /** Pages of drafts; their queue never waits for a publish, nor a publish for them. */
  previews: Previews;
  status(): Promise<Status>;
  changes(): Promise<UnpublishedChange[]>;
  start(): Promise<void>;
  rollBackTo(release: string): Promise<void>;
  /** Starts to make the published pages again if they lack today's reviews, or another process has published. */
  refreshPages(): Promise<void>;
  /** Whether this process has served an earlier release than the current one for a minute. */
  isBehind(): boolean;
  /** Publishes saved changes if the owner has enabled automatic publishing. */
  changed(): void;
  setAutomatic(isOn: boolean): Promise<void>;
  /** Stops a running publish; the site does not change. */
  close(): Promise<void>;
}

const RETRY_EVERY = 10 * MINUTE;
/** How long a click waits for a refresh that is under way. */
const MAX_WAIT_MS = 10 * SECOND;
const CHECK_EVERY = SECOND;

export function createPublisher(
  {
    config,
    store,
    log,
    metrics,
  }: { config: Config; store: Database; log: Log } & Pick<Services, 'metrics'>,
  program?: string[],
): Publisher {
  let closed = false;
  let running: { kind: Progress['kind']; ended: Promise<void> } | null = null;
  let failed: ReportedFailure | null = null;
  let compared: { state: string; changes: Promise<UnpublishedChange[]> } | null = null;
  let behindSince: number | null = null;
  let isRefreshWaiting = false;
  let reviewsFrom = Date.now() + MINUTE;
  let compiledOf = '';
  const { dataDir } = config;
  const worker = createSiteWorker({ config, store, log }, program);
  const previews = createPreviews(worker, log);

  const isPublishing = async () => running !== null || (await isPublishLeased(store));

  /** Starts a job. Returns false if a publish is running. */
  async function tryRun(job: Job & { kind: Progress['kind'] }): Promise<boolean> {
    // Checked again after the await: a concurrent request may have started one.
    if ((await isPublishing()) || running || closed) return false;
    const { kind } = job;
    failed = null;
    const startedAt = new Date().toISOString();
    const ended = worker.run(job).then(
      () => null,
      (error: Error) => error.message,
    );
    running = { kind, ended: ended.then(finish) };
    return true;

    function finish(failure: string | null): void {
      running = null;
      metrics?.publishes.inc({ kind, result: failure === null ? 'done' : 'failed' });
      if (failure !== null) failed = { kind, startedAt, failure };
      if (failure !== null && kind === 'refresh' && !closed)
        log.error('the pages could not be made again', new Error(failure));
    }
  }

  async function run(job: Job & { kind: Progress['kind'] }): Promise<void> {
    // Reviews of others must not be the reason that the owner's click is refused.
    if (running?.kind === 'refresh')
      await Promise.race([running.ended, pause(MAX_WAIT_MS, undefined, { ref: false })]);
    if (!(await tryRun(job))) throw new ApiError(409, ALREADY_PUBLISHING);
  }

  async function refreshPages(): Promise<void> {
    const release = await findCurrent(store.db);
    if (!release || closed) return;
    const counts = await readChangeCounts(store.db);
    const isSame = readRendered(dataDir)?.release === release.name;
    if ((isSame && !isOutdated(config, counts)) || (await tryRun({ kind: 'refresh' }))) return;
    // What a running job began without, pages show as soon as it has ended, not with the next minute.
    if (running && !isRefreshWaiting) {
      isRefreshWaiting = true;
      void running.ended
        .then(() => (isRefreshWaiting = false))
        .then(refreshPages)
        .catch((error: unknown) => log.error('the pages could not be made again', error));
    }
  }

  /** Follows other processes every second; what others than the owner did is collected for a minute. */
  async function follow(): Promise<void> {
    const now = Date.now();
    const release = await findCurrent(store.db);
    const isSame = !release || readRendered(dataDir)?.release === release.name;
    behindSince = isSame ? null : (behindSince ?? now);
    if (isShared(store)) await keepCompiledFiles();
    if (isSame && now < reviewsFrom) return;
    reviewsFrom = now + MINUTE;
    await refreshPages();
  }

  async function keepCompiledFiles(): Promise<void> {
    const rendered = readRendered(dataDir);
    const state = `${rendered?.compiled} ${new Date().toISOString().slice(0, 10)}`;
    if (!rendered || state === compiledOf) return;
    await storeCompiledFiles(store, dataDir);
    compiledOf = state;
  }

  let said = '';
  const following = setInterval(() => {
    void follow().then(
      () => (said = ''),
      (error: unknown) => {
        // Logs the same error only once while the database is unavailable.
        if (!closed && String(error) !== said) log.error('releases could not be read', error);
        said = String(error);
      },
    );
  }, CHECK_EVERY).unref();

  async function changes(): Promise<UnpublishedChange[]> {
    const release = await findCurrent(store.db);
    const { changes: count } = await readChangeCounts(store.db);
    if (!release || release.changes === count) return [];
    const changed = await compareOnce(release.name, count);
    // A person who looks at the changes is likely to publish them.
    if (changed.length > 0 && !worker.isLoaded() && !closed) void worker.run({ kind: 'prepare' });
    return changed;
  }

  /** Compares the catalog once per release and change count. */
  function compareOnce(release: string, count: number): Promise<UnpublishedChange[]> {
    const state = `${release} ${count}`;
    if (compared?.state !== state) {
      const found = findChanges({ databaseUrl: config.databaseUrl, release });
      compared = { state, changes: found };
      found.catch(() => {
        compared = null;
      });
    }
    return compared.changes;
  }

  const automatic = createAutomaticPublishing(
    {
      isAutomatic: () => isAutomatic(store.db),
      isPublishing,
      hasChanged: async () => (await changes()).length > 0,
      publish: () => tryRun({ kind: 'publish' }),
    },
    log,
  );
  // Also publishes changes that a killed process did not, and what has failed.
  const retrying = setInterval(() => automatic.changed(), RETRY_EVERY).unref();

  return {
    previews,
    refreshPages,
    changes,
    changed: automatic.changed,
    isBehind: () => behindSince !== null && Date.now() - behindSince > MINUTE,
    async setAutomatic(isOn) {
      await transaction({ store }, (tx) => storeAutomatic(tx, isOn));
      automatic.changed();
    },
    async status() {
      const isLeased = await isPublishLeased(store);
      const releases = await listReleases(store.db);
      const current = releases.find((each) => each.isCurrent)?.name;
      return {
        running: running ? running.kind !== 'refresh' : isLeased,
        latest: latestOf(await readProgress(store.db, { isLeased, current }), failed),
        uploads: config.publishCommand !== null,
        releases: releases.map(({ changes, ...release }) => release),
        automatic: await isAutomatic(store.db),
      };
    },
    start: () => run({ kind: 'publish' }),
    async rollBackTo(name) {
      const release = (await listReleases(store.db)).find((each) => each.name === name);
      if (!release) throw new ApiError(404, UNKNOWN_RELEASE);
      if (release.isCurrent) throw new ApiError(409, IS_CURRENT);
      await run({ kind: 'rollback', release: name });
    },
    async close() {
      closed = true;
      clearInterval(following);
      clearInterval(retrying);
      previews.close();
      await automatic.close();
      await worker.close();
      await running?.ended;
    },
  };
}
