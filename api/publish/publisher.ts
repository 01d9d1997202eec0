import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Store } from '../../db/connect.ts';
import type { Config } from '../lib/config.ts';
import { UserError } from '../lib/errors.ts';
import type { BuildTarget } from './build.ts';
import { changesBetween, digest, readCatalogue } from './catalogue.ts';
import { fingerprint, ROOT } from './fingerprint.ts';
import { currentName, listReleases, readRelease } from './releases.ts';
import {
  ALREADY_PUBLISHING,
  type Change,
  IS_CURRENT,
  STEPS,
  STOPPED,
  UNKNOWN_RELEASE,
} from './rules.ts';
import { type Progress, readProgress } from './state.ts';

/** Starts publishes in a process of their own and tells how they go. */
export interface Publisher {
  status(): Status;
  changes(): Promise<Change[]>;
  start(): void;
  goBackTo(release: string): void;
  /** Stops a publish under way: the site stays as it is. */
  close(): Promise<void>;
}

/** A publish that ended with an error, as its process told it. */
type Failed = Pick<Progress, 'kind' | 'startedAt'> & { failure: string };

export type Status = ReturnType<typeof statusOf>;

const SAID_MOST = 2_000;
const PROGRAM = [join(ROOT, 'api', 'publish', 'main.ts')];
const EVERYTHING: Change = {
  kind: 'site',
  what: 'changed',
  title: 'Everything: the last build kept no note of what it held',
};
const OWN_FILES: Change = { kind: 'site', what: 'changed', title: 'The site’s own files' };

export function createPublisher(config: Config, store: Store, program = PROGRAM): Publisher {
  let child: ChildProcess | null = null;
  let mark: string | null = null;
  let failed: Failed | null = null;
  const { dataDir } = config;
  const target: BuildTarget = {
    dataDir,
    databaseUrl: config.databaseUrl,
    siteOrigin: config.siteOrigin,
    apiOrigin: config.apiOrigin,
    razorpay: config.razorpay && { checkoutUrl: config.razorpay.checkoutUrl },
    publishCommand: config.publishCommand,
  };

  function run(args: string[]): void {
    if (isRunning(dataDir, child)) throw new UserError(409, ALREADY_PUBLISHING);
    const startedAt = new Date().toISOString();
    const kind = args.length === 0 ? 'publish' : 'rollback';
    const started = spawn(process.execPath, [...program, '--from-desk', ...args], {
      cwd: ROOT,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    child = started;
    failed = null;
    let said = '';
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-SAID_MOST);
    });
    const over = () => {
      if (child === started) child = null;
    };
    started.on('error', over);
    started.on('close', (code) => {
      if (code) failed = { kind, startedAt, failure: said.trim() || STOPPED };
      over();
    });
    started.stdin?.on('error', () => {});
    started.stdin?.end(JSON.stringify(target));
  }

  return {
    status: () => statusOf(config, child, failed),
    async changes() {
      const made = readRelease(dataDir, currentName(dataDir) ?? '');
      if (!made?.catalogue) return [EVERYTHING];
      mark ??= fingerprint(target);
      const now = digest(await readCatalogue(store.db));
      const changed = changesBetween(made.catalogue, now);
      return made.fingerprint === mark ? changed : [...changed, OWN_FILES];
    },
    start: () => run([]),
    goBackTo(release) {
      if (!readRelease(dataDir, release)) throw new UserError(404, UNKNOWN_RELEASE);
      if (currentName(dataDir) === release) throw new UserError(409, IS_CURRENT);
      run(['--to', release]);
    },
    async close() {
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
