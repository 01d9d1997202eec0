import type { ChildProcess } from 'node:child_process';
import type { Database } from '../../../db/database.ts';
import { endLeasesOf, isLeased } from '../../../db/leases.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Config } from '../../config.ts';
import { MINUTE } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Log } from '../../platform/services.ts';
import { createAutomaticPublishing, isAutomatic, storeAutomatic } from './automatic-publishing.ts';
import { changesBetween, digest, readCatalog } from './catalog-snapshot.ts';
import { readErasureCount } from './erasure-count.ts';
import { fingerprint } from './fingerprint.ts';
import { type Progress, PUBLISH_LEASE } from './progress.ts';
import { type Failed, type Status, statusOf } from './publish-status.ts';
import { currentName, readRelease } from './releases.ts';
import { ALREADY_PUBLISHING, type Change, IS_CURRENT, STOPPED, UNKNOWN_RELEASE } from './rules.ts';
import {
  type PublishJob,
  type PublishResult,
  settingsOf,
  startWorker,
  WORKER,
} from './worker-jobs.ts';

/** A job that the publishing process is doing. */
interface Running {
  worker: ChildProcess;
  kind: Progress['kind'];
  startedAt: string;
  before: string | null;
}

/** Starts publishes in a process of their own and reports how they go. */
export interface Publisher {
  status(): Promise<Status>;
  changes(): Promise<Change[]>;
  start(): Promise<void>;
  rollBackTo(release: string): Promise<void>;
  /** Publishes if the site shows somebody who was erased; tries again until it has worked. */
  refresh(): void;
  /** Publishes what was saved, if the owner has switched that on. */
  changed(): void;
  setAutomatic(isOn: boolean): Promise<void>;
  /** Stops a publish under way: the site stays as it is. */
  close(): Promise<void>;
}

const SAID_MOST = 2_000;
const EVERYTHING: Change = {
  kind: 'site',
  what: 'changed',
  title: 'Everything: the last build kept no note of what it held',
};
const OWN_FILES: Change = { kind: 'site', what: 'changed', title: 'The site’s own files' };

const REFRESH_EVERY = 10 * MINUTE;
/** How long the publishing process stays ready after its last job: it takes memory. */
const IDLE_MS = 5 * MINUTE;

export function createPublisher(
  { config, store, log }: { config: Config; store: Database; log: Log },
  program = WORKER,
): Publisher {
  let closed = false;
  let worker: ChildProcess | null = null;
  let running: Running | null = null;
  let idle: NodeJS.Timeout | undefined;
  let mark: string | null = null;
  let failed: Failed | null = null;
  let ended: Promise<void> = Promise.resolve();
  const { dataDir } = config;
  const target = settingsOf(config);

  const isPublishing = async () => running !== null || (await isLeased({ store }, PUBLISH_LEASE));

  /** False while another publish runs. */
  async function tryRun(kind: Progress['kind'], release = ''): Promise<boolean> {
    // Asked again after the wait: another request may have started one meanwhile.
    if ((await isPublishing()) || running) return false;
    start(kind, release);
    return true;
  }

  async function run(kind: Progress['kind'], release?: string): Promise<void> {
    if (!(await tryRun(kind, release))) throw new ApiError(409, ALREADY_PUBLISHING);
  }

  function start(kind: Progress['kind'], release: string): void {
    const ready = worker ?? openWorker();
    clearTimeout(idle);
    failed = null;
    const startedAt = new Date().toISOString();
    running = { worker: ready, kind, startedAt, before: currentName(dataDir) };
    // One that has just ended reports it itself.
    ready.send({ kind, target, release } satisfies PublishJob, () => {});
  }

  /** It stays for the next publish, which then need not load the pages. */
  function openWorker(): ChildProcess {
    const started = startWorker(program, target);
    worker = started;
    let said = '';
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-SAID_MOST);
    });
    const over = (failure: string | null) => {
      if (worker === started) worker = null;
      finish(started, failure);
    };
    started.on('message', ({ failure }: PublishResult) => finish(started, failure));
    started.on('error', (error) => over(error.message));
    started.on('close', (code) => {
      ended = endLeases(started).then(() => over(code ? said.trim() || STOPPED : null));
    });
    return started;
  }

  function finish(by: ChildProcess, failure: string | null): void {
    if (running?.worker !== by) return;
    const { kind, startedAt, before } = running;
    running = null;
    if (failure !== null) failed = { kind, startedAt, failure };
    idle = setTimeout(dismiss, IDLE_MS).unref();
    // Somebody may have left meanwhile. A publish that failed is left to the timer.
    if (currentName(dataDir) !== before) refresh();
  }

  function dismiss(): void {
    if (worker?.connected) worker.disconnect();
    worker = null;
  }

  /** A killed one has not released its lease. */
  async function endLeases({ pid }: ChildProcess): Promise<void> {
    if (pid === undefined) return;
    await endLeasesOf({ store }, pid).catch((error: unknown) =>
      log.error('the lease of a publish could not be ended', error),
    );
  }

  async function publishErasures(): Promise<void> {
    const made = readRelease(dataDir, currentName(dataDir) ?? '');
    const erasures = await readErasureCount(store.db);
    if ((made?.erasures ?? 0) >= erasures || closed || (await isPublishing())) return;
    log.info('Publishing without those who have left …');
    await run('publish');
  }

  function refresh(): void {
    void publishErasures().catch((error: unknown) =>
      log.error('the site could not be published after somebody left', error),
    );
  }

  async function changes(): Promise<Change[]> {
    const made = readRelease(dataDir, currentName(dataDir) ?? '');
    if (!made?.catalogue) return [EVERYTHING];
    mark ??= fingerprint(target);
    const now = digest(await readCatalog(store.db));
    const changed = changesBetween(made.catalogue, now);
    return made.fingerprint === mark ? changed : [...changed, OWN_FILES];
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
    refresh();
    if (failed?.kind === 'publish') automatic.changed();
  }, REFRESH_EVERY).unref();
  return {
    refresh,
    changes,
    changed: automatic.changed,
    async setAutomatic(isOn) {
      await transaction({ store }, (tx) => storeAutomatic(tx, isOn));
      automatic.changed();
    },
    status: async () => {
      const leased = await isLeased({ store }, PUBLISH_LEASE);
      const now = { running: running !== null || leased, leased, failed };
      return { ...statusOf(config, now), automatic: await isAutomatic(store.db) };
    },
    start: () => run('publish'),
    async rollBackTo(release) {
      if (!readRelease(dataDir, release)) throw new ApiError(404, UNKNOWN_RELEASE);
      if (currentName(dataDir) === release) throw new ApiError(409, IS_CURRENT);
      await run('rollback', release);
    },
    async close() {
      closed = true;
      clearInterval(timer);
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
