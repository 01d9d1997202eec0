import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Store } from '../../../db/connect.ts';
import type { Config } from '../../config.ts';
import { MINUTE } from '../../platform/clock.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Log } from '../../platform/services.ts';
import type { BuildTarget } from './build-release.ts';
import { changesBetween, digest, readCatalog } from './catalog-snapshot.ts';
import { readErasureCount } from './erasure-count.ts';
import { fingerprint, ROOT } from './fingerprint.ts';
import { type Progress, readProgress } from './progress.ts';
import { currentName, listReleases, readRelease } from './releases.ts';
import {
  ALREADY_PUBLISHING,
  type Change,
  IS_CURRENT,
  STEPS,
  STOPPED,
  UNKNOWN_RELEASE,
} from './rules.ts';

/** Starts publishes in a process of their own and tells how they go. */
export interface Publisher {
  status(): Status;
  changes(): Promise<Change[]>;
  start(): void;
  rollBackTo(release: string): void;
  /** Publishes if the site shows somebody who was erased; tries again until it has worked. */
  refresh(): void;
  /** Stops a publish under way: the site stays as it is. */
  close(): Promise<void>;
}

/** A publish that ended with an error, as its process told it. */
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
  { config, store, log }: { config: Config; store: Store; log: Log },
  program = PROGRAM,
): Publisher {
  let closed = false;
  let child: ChildProcess | null = null;
  let mark: string | null = null;
  let failed: Failed | null = null;
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

  function run(args: string[]): void {
    if (isRunning(dataDir, child)) throw new ApiError(409, ALREADY_PUBLISHING);
    const startedAt = new Date().toISOString();
    const kind = args.length === 0 ? 'publish' : 'rollback';
    const started = spawn(process.execPath, [...program, '--from-desk', ...args], {
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
      over();
    });
    started.stdin?.on('error', () => {});
    started.stdin?.end(JSON.stringify(target));
  }

  async function publishErasures(): Promise<void> {
    const made = readRelease(dataDir, currentName(dataDir) ?? '');
    const erasures = await readErasureCount(store.db);
    if ((made?.erasures ?? 0) >= erasures || closed || isRunning(dataDir, child)) return;
    log.info('Publishing without those who have left …');
    run([]);
  }

  function refresh(): void {
    void publishErasures().catch((error: unknown) =>
      log.error('the site could not be published after somebody left', error),
    );
  }

  const timer = setInterval(refresh, REFRESH_EVERY).unref();
  return {
    refresh,
    status: () => statusOf(config, child, failed),
    async changes() {
      const made = readRelease(dataDir, currentName(dataDir) ?? '');
      if (!made?.catalogue) return [EVERYTHING];
      mark ??= fingerprint(target);
      const now = digest(await readCatalog(store.db));
      const changed = changesBetween(made.catalogue, now);
      return made.fingerprint === mark ? changed : [...changed, OWN_FILES];
    },
    start: () => run([]),
    rollBackTo(release) {
      if (!readRelease(dataDir, release)) throw new ApiError(404, UNKNOWN_RELEASE);
      if (currentName(dataDir) === release) throw new ApiError(409, IS_CURRENT);
      run(['--to', release]);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      const running = child;
      if (!running) return;
      const gone = new Promise((done) => running.once('exit', done));
      running.kill('SIGKILL');
      await gone;
    },
  };
}

function isRunning(dataDir: string, child: ChildProcess | null): boolean {
  return child !== null || readProgress(dataDir)?.endedAt === null;
}

/** How the latest publish went; on a full disk it may not have been able to write that down. */
function latestOf(dataDir: string, failed: Failed | null) {
  const written = readProgress(dataDir);
  const isWritten = written?.failure && written.failure !== STOPPED;
  if (!failed || (isWritten && written.startedAt >= failed.startedAt)) return written;
  const none = { name: '', pid: 0, step: STEPS[0], uploadFailure: null, log: '' };
  return { ...none, ...failed, endedAt: failed.startedAt };
}

function statusOf(
  { dataDir, publishCommand }: Config,
  child: ChildProcess | null,
  failed: Failed | null,
) {
  const current = currentName(dataDir);
  return {
    running: isRunning(dataDir, child),
    latest: latestOf(dataDir, failed),
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
