import { stripVTControlCharacters } from 'node:util';
import type { Database, Db } from '../../../../db/database.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import { STEPS, type Step } from '../rules.ts';
import { STOPPED } from '../texts.ts';

/** The progress of the latest publish, stored in the database, so that any process can show it. */
export interface Progress {
  /** The name of the new release, or of the one to roll back to. */
  name: string;
  /** `refresh` makes the pages of what is published again; it is recorded only if it fails. */
  kind: 'publish' | 'rollback' | 'refresh';
  pid: number;
  startedAt: string;
  step: Step;
  endedAt: string | null;
  /** Why it failed; null if it did not. */
  failure: string | null;
  /** The output of a failed publish command. The site is switched anyway. */
  uploadFailure: string | null;
  /** The output of its programs. */
  log: string;
}

const MAX_LOG_LENGTH = 40_000;
const KEY = 'latest publish';

export interface ProgressLog {
  put(more: Partial<Progress>): void;
  log(text: string): void;
  /** Waits until the last state is stored. */
  settled(): Promise<void>;
}

/** Records the progress of a publish, one write at a time. States that arrive during a write are skipped, except the last. */
export function createProgressLog(
  store: Database,
  start: Pick<Progress, 'name' | 'kind' | 'startedAt'>,
): ProgressLog {
  const results = { endedAt: null, failure: null, uploadFailure: null };
  let progress: Progress = { ...start, ...results, pid: process.pid, step: STEPS[0], log: '' };
  let isStored = true;
  let writing: Promise<void> | null = null;
  async function write(): Promise<void> {
    while (!isStored) {
      isStored = true;
      const value = JSON.stringify(progress);
      // A publish must not fail because its progress was not stored, for example on a full disk.
      await transaction({ store }, (tx) => storeSetting(tx, KEY, value)).catch(() => {});
    }
    writing = null;
  }
  const put = (more: Partial<Progress>) => {
    progress = { ...progress, ...more };
    isStored = false;
    writing ??= write();
  };
  return {
    put,
    log: (text) =>
      put({ log: (progress.log + stripVTControlCharacters(text)).slice(-MAX_LOG_LENGTH) }),
    settled: async () => {
      await writing;
    },
  };
}

/** The latest publish of any process. One without an end and without a lease was killed. */
export async function readProgress(
  db: Db,
  { isLeased, current }: { isLeased: boolean; current: string | undefined },
): Promise<Progress | null> {
  const value = await readSetting(db, KEY);
  if (!value) return null;
  const stored = JSON.parse(value) as Progress;
  if (stored.endedAt !== null || isLeased) return stored;
  const failure = current === stored.name ? null : STOPPED;
  return { ...stored, endedAt: stored.startedAt, failure };
}

/** A failed publish, as reported by its process. */
export type ReportedFailure = Pick<Progress, 'kind' | 'startedAt'> & { failure: string };

/** The latest publish. On a full disk its failure may not be in the stored progress. */
export function latestOf(stored: Progress | null, failed: ReportedFailure | null): Progress | null {
  const isStored = stored !== null && stored.failure !== STOPPED;
  if (!failed || (isStored && stored.startedAt >= failed.startedAt)) return stored;
  const none = { name: '', pid: 0, step: STEPS[0], uploadFailure: null, log: '' };
  return { ...none, ...failed, endedAt: failed.startedAt };
}
