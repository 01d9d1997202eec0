import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../../db/database.ts';
import { endLeasesOf } from '../../../../db/leases.ts';
import type { Config } from '../../../config.ts';
import { MINUTE } from '../../../platform/clock.ts';
import { DEFAULT_TIME_ZONE } from '../../../platform/dates.ts';
import { PROJECT_ROOT } from '../../../platform/project-root.ts';
import type { Log } from '../../../platform/services.ts';
import type { BuildTarget } from '../build/build-target.ts';
import type { Draft } from '../preview/routes.ts';
import { STOPPED } from '../texts.ts';

/** `build` makes what is missing at the start; `refresh` makes the published pages again; `prepare` loads the pages. */
export type Job =
  | { kind: 'build' | 'publish' | 'refresh' | 'prepare' }
  | { kind: 'rollback'; release: string }
  | { kind: 'preview'; draft: Draft };

export type Question = Job & { id: number; target: BuildTarget };

export interface Answer {
  id: number;
  failure: string | null;
  /** That of a preview. */
  html?: string;
}

export const WORKER = [
  join(PROJECT_ROOT, 'api', 'modules', 'site', 'worker', 'site-worker-program.ts'),
];
/** A heap limit: the process exits before it takes the memory that the app needs. */
const HEAP_MB = 512;
const MAX_OUTPUT_LENGTH = 2_000;
/** How long the idle process stays alive; it uses memory. */
const IDLE_MS = 5 * MINUTE;

/** Starts the process. Questions and answers are IPC messages. */
export const startProcess = (program: string[], target: Pick<BuildTarget, 'timeZone'>) =>
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

/** The settings that making pages needs, without any secrets. */
export const settingsOf = (target: BuildTarget): BuildTarget => ({
  dataDir: target.dataDir,
  databaseUrl: target.databaseUrl,
  ...(target.files ? { files: target.files } : {}),
  siteOrigin: target.siteOrigin,
  ...(target.timeZone ? { timeZone: target.timeZone } : {}),
  apiOrigin: target.apiOrigin ?? null,
  razorpay: target.razorpay ? { checkoutUrl: target.razorpay.checkoutUrl } : null,
  publishCommand: target.publishCommand ?? null,
  publishEnv: target.publishEnv ?? [],
});

/** The process that makes pages: publishes and previews. It is started when it is needed. */
export interface SiteWorker {
  /** Returns the page of a preview. Throws the reason of a failure. */
  run(job: Job): Promise<string>;
  /** Whether the process has answered, so its pages are loaded. */
  isLoaded(): boolean;
  /** Ends the process, unless it does more than show drafts and is not stuck. */
  endPreviews(isStuck: boolean): void;
  close(): Promise<void>;
}

export function createSiteWorker(
  { config, store, log }: { config: Config | BuildTarget; store: Database; log: Log },
  program = WORKER,
): SiteWorker {
  const target = settingsOf(config);
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isLoaded = false;
  let lastId = 0;
  let ended: Promise<void> = Promise.resolve();
  const asked = new Map<number, PromiseWithResolvers<string> & Pick<Job, 'kind'>>();

  function open(): ChildProcess {
    const started = startProcess(program, target);
    isLoaded = false;
    let output = '';
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT_LENGTH);
    });
    started.on('message', ({ id, failure, html }: Answer) => {
      isLoaded = true;
      const waiting = asked.get(id);
      asked.delete(id);
      if (failure === null) waiting?.resolve(html ?? '');
      else waiting?.reject(new Error(failure));
      rest();
    });
    const over = (failure: string | null) => {
      if (child !== started) return;
      child = null;
      for (const waiting of asked.values())
        if (failure === null) waiting.resolve('');
        else waiting.reject(new Error(failure));
      asked.clear();
    };
    started.on('error', (error) => over(error.message));
    started.on('close', (code) => {
      // What a killed process had done is in its stored progress.
      ended = endLeases(started).then(() => over(code ? output.trim() || STOPPED : null));
    });
    return started;
  }

  function rest(): void {
    clearTimeout(idle);
    if (asked.size === 0) idle = setTimeout(dismiss, IDLE_MS).unref();
  }

  function dismiss(): void {
    if (child?.connected) child.disconnect();
    child = null;
  }

  async function endLeases({ pid }: ChildProcess): Promise<void> {
    if (pid === undefined) return;
    await endLeasesOf({ store }, pid).catch((error: unknown) =>
      log.error('the lease of a publish could not be ended', error),
    );
  }

  return {
    isLoaded: () => isLoaded,
    run(job) {
      child ??= open();
      clearTimeout(idle);
      lastId += 1;
      const answer = Promise.withResolvers<string>();
      asked.set(lastId, { ...answer, kind: job.kind });
      // If the process has just ended, its close handler answers.
      child.send({ ...job, id: lastId, target } satisfies Question, () => {});
      return answer.promise;
    },
    endPreviews(isStuck) {
      const kinds = [...asked.values()].map(({ kind }) => kind);
      if (isStuck || kinds.every((kind) => kind === 'preview')) child?.kill('SIGKILL');
    },
    async close() {
      clearTimeout(idle);
      const last = child;
      if (!last) return;
      const gone = new Promise((done) => last.once('close', done));
      last.kill('SIGKILL');
      await gone;
      await ended;
    },
  };
}

/** Makes the pages that are missing in a process of its own. */
export async function buildInWorker(target: BuildTarget): Promise<void> {
  const store = openDatabase(target.databaseUrl, { poolSize: 1 });
  const worker = createSiteWorker({ config: target, store, log: { info() {}, error() {} } });
  await worker.run({ kind: 'build' }).finally(worker.close).finally(store.close);
}
