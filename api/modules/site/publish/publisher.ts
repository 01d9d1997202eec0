import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../../db/database.ts';
import { endLeasesOf } from '../../../../db/leases.ts';
import { transaction } from '../../../../db/transaction.ts';
import type { Config } from '../../../config.ts';
import { MINUTE, SECOND } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Log, Services } from '../../../platform/services.ts';
import { buildVersion } from '../build/build-target.ts';
import type { UnpublishedChange } from '../build/catalog-snapshot.ts';
import { createPreviews, type Previews } from '../preview/previews.ts';
import { currentName, type Release, wayBackTo } from '../releases/release-files.ts';
import { isShared, listStoredReleases, outdatedReleases } from '../releases/store-release.ts';
import {
  ALREADY_PUBLISHING,
  IS_CURRENT,
  KEPT_PAGES,
  OTHER_VERSION,
  STOPPED,
  UNKNOWN_RELEASE,
} from '../texts.ts';
import { createAutomaticPublishing, isAutomatic, storeAutomatic } from './automatic-publishing.ts';
import { readChangeCounts } from './change-counters.ts';
import { EVERYTHING, findChanges, OWN_FILES } from './list-unpublished-changes.ts';
import {
  type Progress,
  type ReportedFailure,
  readProgress,
  readSharedProgress,
  type Status,
  stateOf,
  statusOf,
} from './progress.ts';
import { isPublishLeased } from './publish-lease.ts';
import {
  type PublishJob,
  type PublishResult,
  settingsOf,
  startWorker,
  WORKER,
} from './publish-worker.ts';

/** The running job of the publishing process. */
interface Running {
  worker: ChildProcess;
  kind: Progress['kind'];
  startedAt: string;
  before: string | null;
  ended: PromiseWithResolvers<void>;
}

/** Starts publishes in a child process and reports their progress. */
export interface Publisher {
  /** Pages of drafts; their queue never waits for a publish, nor a publish for them. */
  previews: Previews;
  status(): Promise<Status>;
  changes(): Promise<UnpublishedChange[]>;
  start(): Promise<void>;
  rollBackTo(release: string): Promise<void>;
  /** Starts to show today's reviews on the published pages if they have changed. */
  refreshReviews(): Promise<void>;
  /** Publishes saved changes if the owner has enabled automatic publishing. */
  changed(): void;
  setAutomatic(isOn: boolean): Promise<void>;
  /** Stops a running publish; the site does not change. */
  close(): Promise<void>;
}

const MAX_OUTPUT_LENGTH = 2_000;
const RETRY_EVERY = 10 * MINUTE;
/** How long a click waits for a refresh that is under way. */
const MAX_WAIT_MS = 10 * SECOND;
/** How long the idle publishing process stays alive; it uses memory. */
const IDLE_MS = 5 * MINUTE;

export function createPublisher(
  {
    config,
    store,
    log,
    metrics,
  }: { config: Config; store: Database; log: Log } & Pick<Services, 'metrics'>,
  program = WORKER,
): Publisher {
  let closed = false;
  let worker: ChildProcess | null = null;
  let running: Running | null = null;
  let idle: NodeJS.Timeout | undefined;
  let version: string | null = null;
  let failed: ReportedFailure | null = null;
  let compared: { state: string; changes: Promise<UnpublishedChange[]> } | null = null;
  let ended: Promise<void> = Promise.resolve();
  const { dataDir } = config;
  const previews = createPreviews({ config, log });
  const target = settingsOf(config);

  const isPublishing = async () => running !== null || (await isPublishLeased(store));

  /** Starts a job. Returns false if a publish is running. */
  async function tryRun(kind: Progress['kind'], release = ''): Promise<boolean> {
    // Checked again after the await: a concurrent request may have started one.
    if ((await isPublishing()) || running) return false;
    start(kind, release);
    return true;
  }

  async function run(kind: Progress['kind'], release?: string): Promise<void> {
    // Reviews of others must not be the reason that the owner's click is refused.
    if (running?.kind === 'refresh')
      await Promise.race([running.ended.promise, pause(MAX_WAIT_MS, undefined, { ref: false })]);
    if (!(await tryRun(kind, release))) throw new ApiError(409, ALREADY_PUBLISHING);
  }

  function start(kind: Progress['kind'], release: string): void {
    const ready = worker ?? openWorker();
    clearTimeout(idle);
    failed = null;
    const startedAt = new Date().toISOString();
    const ended = Promise.withResolvers<void>();
    running = { worker: ready, kind, startedAt, before: currentName(dataDir), ended };
    // If the worker has just ended, its exit handler reports it.
    ready.send({ kind, target, release } satisfies PublishJob, () => {});
  }

  /** Loads the pages in advance: a person who looks at the changes is likely to publish them. */
  function prepare(): void {
    if (worker || closed) return;
    openWorker().send({ kind: 'prepare', target, release: '' } satisfies PublishJob, () => {});
    idle = setTimeout(dismiss, IDLE_MS).unref();
  }

  /** Starts the publishing process. It stays alive, so that the next publish need not load the pages. */
  function openWorker(): ChildProcess {
    const started = startWorker(program, target);
    worker = started;
    let output = '';
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT_LENGTH);
    });
    const over = (failure: string | null) => {
      if (worker === started) worker = null;
      finish(started, failure);
    };
    started.on('message', ({ failure }: PublishResult) => finish(started, failure));
    started.on('error', (error) => over(error.message));
    started.on('close', (code) => {
      ended = endLeases(started).then(() => over(code ? output.trim() || STOPPED : null));
    });
    return started;
  }

  function finish(by: ChildProcess, failure: string | null): void {
    if (running?.worker !== by) return;
    const { kind, startedAt, before, ended } = running;
    running = null;
    ended.resolve();
    metrics?.publishes.inc({ kind, result: failure === null ? 'done' : 'failed' });
    if (failure !== null) failed = { kind, startedAt, failure };
    idle = setTimeout(dismiss, IDLE_MS).unref();
    // An earlier release shows the reviews of its time.
    if (currentName(dataDir) !== before) {
      void refreshReviews().catch((error: unknown) =>
        log.error('the reviews on the site could not be refreshed', error),
      );
    }
  }

  function dismiss(): void {
    if (worker?.connected) worker.disconnect();
    worker = null;
  }

  /** Ends the leases of a killed process. */
  async function endLeases({ pid }: ChildProcess): Promise<void> {
    if (pid === undefined) return;
    await endLeasesOf({ store }, pid).catch((error: unknown) =>
      log.error('the lease of a publish could not be ended', error),
    );
  }

  async function refreshReviews(): Promise<void> {
    const stored = await listStoredReleases(store, dataDir);
    if (outdatedReleases(stored, await readChangeCounts(store.db)).length === 0) return;
    if (!closed) await tryRun('refresh');
  }

  function ownVersion(): string {
    version ??= buildVersion(target);
    return version;
  }

  async function changes(): Promise<UnpublishedChange[]> {
    const { current: made } = await listStoredReleases(store, dataDir);
    if (!made?.catalog) return [EVERYTHING];
    if (made.isKept) return [{ ...EVERYTHING, title: KEPT_PAGES }];
    const own = made.fingerprint === ownVersion() ? [] : [OWN_FILES];
    const { changes: count } = await readChangeCounts(store.db);
    if (made.changes === count) return own;
    const changed = await compareOnce(made, count);
    if (changed.length > 0 && own.length === 0) prepare();
    return [...changed, ...own];
  }

  /** Compares the catalog once per release and change count. */
  function compareOnce({ name, catalog }: Release, count: number): Promise<UnpublishedChange[]> {
    const state = `${name} ${count}`;
    if (compared?.state !== state) {
      const changes = findChanges({ databaseUrl: config.databaseUrl, catalog });
      compared = { state, changes };
      changes.catch(() => {
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
      publish: () => tryRun('publish'),
    },
    log,
  );

  const timer = setInterval(() => {
    // Also publishes changes of other processes that were killed before their publish.
    if (failed?.kind === 'publish' || isShared(store)) automatic.changed();
  }, RETRY_EVERY).unref();
  return {
    previews,
    refreshReviews,
    changes,
    changed: automatic.changed,
    async setAutomatic(isOn) {
      await transaction({ store }, (tx) => storeAutomatic(tx, isOn));
      automatic.changed();
    },
    status: async () => {
      const isLeased = await isPublishLeased(store);
      const stored = await listStoredReleases(store, dataDir);
      const shared = isShared(store) ? await readSharedProgress(store.db) : null;
      const latest = { isLeased, current: stored.current?.name ?? null };
      const written = stateOf(shared ?? readProgress(dataDir), latest);
      const isRunning = running ? running.kind !== 'refresh' : isLeased;
      const now = { running: isRunning, written, failed, version: ownVersion() };
      return { ...statusOf(config, stored, now), automatic: await isAutomatic(store.db) };
    },
    start: () => run('publish'),
    async rollBackTo(release) {
      const { releases, current } = await listStoredReleases(store, dataDir);
      const found = releases.find(({ name }) => name === release);
      if (!found) throw new ApiError(404, UNKNOWN_RELEASE);
      if (current?.name === release) throw new ApiError(409, IS_CURRENT);
      if (wayBackTo(found, ownVersion()) === 'none') throw new ApiError(409, OTHER_VERSION);
      await run('rollback', release);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await previews.close();
      await automatic.close();
      clearTimeout(idle);
      const last = worker;
      if (!last) return;
      const gone = new Promise((done) => last.once('close', done));
      last.kill('SIGKILL');
      await gone;
      await ended;
    },
  };
}
