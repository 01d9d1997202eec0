import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Database } from '../../../db/database.ts';
import { endLeasesOf, isLeased } from '../../../db/leases.ts';
import type { Config } from '../../config.ts';
import { MINUTE } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Log } from '../../platform/services.ts';
import type { BuildTarget } from './build-target.ts';
import { changesBetween, digest, readCatalog } from './catalog-snapshot.ts';
import { readErasureCount } from './erasure-count.ts';
import { fingerprint, ROOT } from './fingerprint.ts';
import { type Progress, PUBLISH_LEASE, readProgress } from './progress.ts';
import { currentName, listReleases, readRelease } from './releases.ts';
import {
  ALREADY_PUBLISHING,
  type Change,
  IS_CURRENT,
  STEPS,
  STOPPED,
  UNKNOWN_RELEASE,
} from './rules.ts';

/** Starts publishes in a process of their own and reports how they go. */
export interface Publisher {
  status(): Promise<Status>;
  changes(): Promise<Change[]>;
  start(): Promise<void>;
  rollBackTo(release: string): Promise<void>;
  /** Publishes if the site shows somebody who was erased; tries again until it has worked. */
  refresh(): void;
  /** Stops a publish under way: the site stays as it is. */
  close(): Promise<void>;
}

/** A publish that ended with an error, as its process reported it. */
type Failed = Pick<Progress, 'kind' | 'startedAt'> & { failure: string };

export type Status = ReturnType<typeof statusOf>;

const SAID_MOST = 2_000;
const PROGRAM = [join(ROOT, 'api', 'modules', 'site', 'publish-command-line.ts')];
const EVERYTHING: Change = {
  kind: 'site',
  what: 'changed',
  title: 'Everything: the last build kept no note of what it held',
};
const OWN_FILES: Change = { kind: 'site', what: 'changed', title: 'The site’s own files' };

const REFRESH_EVERY = 10 * MINUTE;

export function createPublisher(
  { config, store, log }: { config: Config; store: Database; log: Log },
  program = PROGRAM,
): Publisher {
  let closed = false;
  let child: ChildProcess | null = null;
  let mark: string | null = null;
  let failed: Failed | null = null;
  let ended: Promise<void> = Promise.resolve();
  const { dataDir } = config;
  const target: BuildTarget = {
    dataDir,
    databaseUrl: config.databaseUrl,
    siteOrigin: config.siteOrigin,
    timeZone: config.timeZone,
    apiOrigin: config.apiOrigin,
    razorpay: config.razorpay && { checkoutUrl: config.razorpay.checkoutUrl },
    publishCommand: config.publishCommand,
  };

  const isPublishing = async () => child !== null || (await isLeased({ store }, PUBLISH_LEASE));

  async function run(args: string[]): Promise<void> {
    // Asked again after the wait: another request may have started one meanwhile.
    if ((await isPublishing()) || child) throw new ApiError(409, ALREADY_PUBLISHING);
    start(args);
  }

  function start(args: string[]): void {
    const startedAt = new Date().toISOString();
    const kind = args.length === 0 ? 'publish' : 'rollback';
    const started = spawn(process.execPath, [...program, '--from-dashboard', ...args], {
      cwd: ROOT,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    child = started;
    const before = currentName(dataDir);
    failed = null;
    let said = '';
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-SAID_MOST);
    });
    const over = () => {
      if (child === started) child = null;
      // Somebody may have left meanwhile. A publish that failed is left to the timer.
      if (currentName(dataDir) !== before) refresh();
    };
    started.on('error', over);
    started.on('close', (code) => {
      if (code) failed = { kind, startedAt, failure: said.trim() || STOPPED };
      ended = endLeases(started).then(over);
    });
    started.stdin?.on('error', () => {});
    started.stdin?.end(JSON.stringify(target));
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
    await run([]);
  }

  function refresh(): void {
    void publishErasures().catch((error: unknown) =>
      log.error('the site could not be published after somebody left', error),
    );
  }

  const timer = setInterval(refresh, REFRESH_EVERY).unref();
  return {
    refresh,
    status: async () => {
      const leased = await isLeased({ store }, PUBLISH_LEASE);
      return statusOf(config, { running: child !== null || leased, leased, failed });
    },
    async changes() {
      const made = readRelease(dataDir, currentName(dataDir) ?? '');
      if (!made?.catalogue) return [EVERYTHING];
      mark ??= fingerprint(target);
      const now = digest(await readCatalog(store.db));
      const changed = changesBetween(made.catalogue, now);
      return made.fingerprint === mark ? changed : [...changed, OWN_FILES];
    },
    start: () => run([]),
    async rollBackTo(release) {
      if (!readRelease(dataDir, release)) throw new ApiError(404, UNKNOWN_RELEASE);
      if (currentName(dataDir) === release) throw new ApiError(409, IS_CURRENT);
      await run(['--to', release]);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      const running = child;
      if (!running) return;
      const gone = new Promise((done) => running.once('close', done));
      running.kill('SIGKILL');
      await gone;
      await ended;
    },
  };
}

/** How the latest publish went; on a full disk it may not have been able to write that down. */
function latestOf(dataDir: string, leased: boolean, failed: Failed | null) {
  const written = readProgress(dataDir, leased);
  const isWritten = written?.failure && written.failure !== STOPPED;
  if (!failed || (isWritten && written.startedAt >= failed.startedAt)) return written;
  const none = { name: '', pid: 0, step: STEPS[0], uploadFailure: null, log: '' };
  return { ...none, ...failed, endedAt: failed.startedAt };
}

function statusOf(
  { dataDir, publishCommand }: Config,
  { running, leased, failed }: { running: boolean; leased: boolean; failed: Failed | null },
) {
  const current = currentName(dataDir);
  return {
    running,
    latest: latestOf(dataDir, leased, failed),
    uploads: publishCommand !== null,
    releases: listReleases(dataDir).map(({ name, madeAt, ms, pages }) => ({
      name,
      madeAt,
      ms,
      pages,
      current: name === current,
    })),
  };
}
