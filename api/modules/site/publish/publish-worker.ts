import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { DEFAULT_TIME_ZONE } from '../../../platform/dates.ts';
import { PROJECT_ROOT } from '../../../platform/project-root.ts';
import { openCompiledSite } from '../build/build-release.ts';
import type { BuildTarget } from '../build/build-target.ts';
import { buildSite, failureOf, publish, refreshReviews, rollBackTo } from './publish-release.ts';

export interface PublishJob {
  /** `prepare` loads the pages; it has no result message. */
  kind: 'build' | 'publish' | 'rollback' | 'refresh' | 'prepare';
  target: BuildTarget;
  /** The target of a rollback. */
  release: string;
}

/** The result message of a job. */
export interface PublishResult {
  failure: string | null;
}

export const WORKER = [
  join(PROJECT_ROOT, 'api', 'modules', 'site', 'publish', 'publish-worker.ts'),
];

/** A heap limit: the process exits before it takes the memory that the app needs. */
const HEAP_MB = 512;

/** Starts the publishing process. Jobs and results are IPC messages. */
export const startWorker = (program: string[], target: BuildTarget): ChildProcess =>
  spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, ...program], {
    cwd: PROJECT_ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      // Under `node --watch` the process would send its module list over the same IPC channel.
      WATCH_REPORT_DEPENDENCIES: undefined,
      NODE_COMPILE_CACHE: join(PROJECT_ROOT, 'node_modules', '.cache', 'compile'),
      TZ: target.timeZone ?? DEFAULT_TIME_ZONE,
      // Fewer arenas: otherwise each image thread would retain its own memory.
      MALLOC_ARENA_MAX: '2',
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });

/** Runs jobs in the publishing process, one at a time, until the app disconnects. */
function serveJobs(run: (job: PublishJob) => Promise<void>): void {
  let last: Promise<void> = Promise.resolve();
  const answer = async (job: PublishJob) => {
    const failure = await run(job).then(() => null, failureOf);
    if (job.kind === 'prepare') return;
    process.send?.({ failure } satisfies PublishResult);
  };
  process.on('message', (job: PublishJob) => {
    last = last.then(() => answer(job));
  });
  process.on('disconnect', () => process.exit());
}

/** Builds the site in a temporary publishing process. */
export async function buildInWorker(target: BuildTarget): Promise<void> {
  const worker = startWorker(WORKER, target);
  let output = '';
  worker.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const job: PublishJob = { kind: 'build', target: settingsOf(target), release: '' };
  const failure = await new Promise<string | null>((done) => {
    worker.on('message', (result: PublishResult) => done(result.failure));
    worker.on('error', (error) => done(error.message));
    worker.on('close', () => done(output || 'The publishing process ended early.'));
    worker.send(job);
  });
  worker.removeAllListeners('close');
  if (worker.connected) worker.disconnect();
  if (failure !== null) throw new Error(failure);
}

/** The settings that a publish needs, without any secrets. */
export const settingsOf = (target: BuildTarget): BuildTarget => ({
  dataDir: target.dataDir,
  databaseUrl: target.databaseUrl,
  siteOrigin: target.siteOrigin,
  ...(target.timeZone ? { timeZone: target.timeZone } : {}),
  apiOrigin: target.apiOrigin ?? null,
  razorpay: target.razorpay ? { checkoutUrl: target.razorpay.checkoutUrl } : null,
  publishCommand: target.publishCommand ?? null,
  publishEnv: target.publishEnv ?? [],
});

// As a process of its own it stays alive after a publish, so that the compiled pages are loaded once.
if (process.argv[1] === WORKER[0]) {
  // Only the user who runs the app may read its files.
  process.umask(0o077);
  serveJobs(async ({ kind, target, release }) => {
    if (kind === 'prepare') await openCompiledSite(target, { log() {} });
    else if (kind === 'build') await buildSite(target);
    else if (kind === 'rollback') await rollBackTo(target, release);
    else if (kind === 'refresh') await refreshReviews(target);
    else await publish(target);
  });
}
