import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Database, Db } from '../../../../db/database.ts';
import { isDiskFull } from '../../../../db/errors.ts';
import { readSetting, storeSetting } from '../../../../db/settings.ts';
import { transaction } from '../../../../db/transaction.ts';
import type { Config } from '../../../config.ts';
import { siteOf, wayBackTo } from '../releases/release-files.ts';
import type { StoredReleases } from '../releases/store-release.ts';
import { STEPS, type Step } from '../rules.ts';
import { STOPPED } from '../texts.ts';

/** The progress of the latest publish. Stored in files, so that any process can read it. */
export interface Progress {
  /** The name of the new release, or of the one to roll back to. */
  name: string;
  /** `refresh` shows today's reviews; it is recorded only if it fails. */
  kind: 'publish' | 'rollback' | 'refresh';
  pid: number;
  startedAt: string;
  step: Step;
  endedAt: string | null;
  /** Why it failed; null if it did not. */
  failure: string | null;
  /** The output of a failed publish command. The site is switched anyway. */
  uploadFailure: string | null;
}

/** The progress with the output of its programs. */
interface WrittenProgress extends Progress {
  log: string;
}

const MAX_LOG_LENGTH = 40_000;
const stateFile = (dataDir: string) => join(siteOf(dataDir), 'publish.json');
const logFile = (dataDir: string) => join(siteOf(dataDir), 'publish.log');

/** Records the progress of a running publish. */
export function createProgressLog(
  dataDir: string,
  start: Pick<Progress, 'name' | 'kind' | 'startedAt'>,
  shared?: SharedProgress,
) {
  let progress: Progress = {
    ...start,
    pid: process.pid,
    step: 'Read the catalogue',
    endedAt: null,
    failure: null,
    uploadFailure: null,
  };
  const put = (more: Partial<Progress>) => {
    progress = { ...progress, ...more };
    const aside = `${stateFile(dataDir)}.${process.pid}`;
    try {
      writeFileSync(aside, JSON.stringify(progress));
      renameSync(aside, stateFile(dataDir));
    } finally {
      rmSync(aside, { force: true });
      shared?.put({ ...progress, log: printed });
    }
  };
  let printed = '';
  rmSync(logFile(dataDir), { force: true });
  ignoreDiskFull(() => put({}));
  return {
    put,
    /** Ignores a full disk: for work that needs no space, or has failed because of it. */
    putUnlessDiskFull: (more: Partial<Progress>) => ignoreDiskFull(() => put(more)),
    log: (text: string) => {
      const plain = stripVTControlCharacters(text);
      printed = (printed + plain).slice(-MAX_LOG_LENGTH);
      shared?.put({ ...progress, log: printed });
      ignoreDiskFull(() => appendFileSync(logFile(dataDir), plain));
    },
    /** Waits until the last state is stored for other processes. */
    settled: async () => shared?.settled(),
  };
}

function ignoreDiskFull(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

export type ProgressLog = ReturnType<typeof createProgressLog>;

/** Reads the stored progress of this folder's latest publish. */
export function readProgress(dataDir: string): WrittenProgress | null {
  if (!existsSync(stateFile(dataDir))) return null;
  const progress = JSON.parse(readFileSync(stateFile(dataDir), 'utf8')) as Progress;
  const log = existsSync(logFile(dataDir)) ? readFileSync(logFile(dataDir), 'utf8') : '';
  return { ...progress, log: log.slice(-MAX_LOG_LENGTH) };
}

/** The state of the latest publish. One without an end and without a lease has failed. */
export function stateOf(
  written: WrittenProgress | null,
  { isLeased, current }: { isLeased: boolean; current: string | null },
): WrittenProgress | null {
  if (!written || written.endedAt !== null || isLeased) return written;
  const failure = current === written.name ? null : STOPPED;
  return { ...written, endedAt: written.startedAt, failure };
}

const KEY = 'latest publish';

/** Stores the progress in the database, so that any process can show it in the dashboard. */
interface SharedProgress {
  put(written: WrittenProgress): void;
  /** Waits until the last state is stored. */
  settled(): Promise<void>;
}

/**
 * Stores the newest state, one write at a time. States that arrive during a write are skipped, except the
 * last.
 */
export function shareProgress(store: Database): SharedProgress {
  let next: WrittenProgress | null = null;
  let writing: Promise<void> | null = null;
  async function write(): Promise<void> {
    while (next) {
      const value = JSON.stringify(next);
      next = null;
      // A publish must not fail because its progress was not stored.
      await transaction({ store }, (tx) => storeSetting(tx, KEY, value)).catch(() => {});
    }
    writing = null;
  }
  return {
    put(written) {
      next = written;
      writing ??= write();
    },
    async settled() {
      await writing;
    },
  };
}

export async function readSharedProgress(db: Db): Promise<WrittenProgress | null> {
  const value = await readSetting(db, KEY);
  return value ? (JSON.parse(value) as WrittenProgress) : null;
}

/** A failed publish, as reported by its process. */
export type ReportedFailure = Pick<Progress, 'kind' | 'startedAt'> & { failure: string };

export type Status = ReturnType<typeof statusOf> & { automatic: boolean };

/** The latest publish. On a full disk its failure may not be in the stored progress. */
function latestOf(written: WrittenProgress | null, failed: ReportedFailure | null) {
  const isWritten = written !== null && written.failure !== STOPPED;
  if (!failed || (isWritten && written.startedAt >= failed.startedAt)) return written;
  const none = { name: '', pid: 0, step: STEPS[0], uploadFailure: null, log: '' };
  return { ...none, ...failed, endedAt: failed.startedAt };
}

interface Latest {
  running: boolean;
  written: WrittenProgress | null;
  failed: ReportedFailure | null;
  /** That of this program. */
  version: string;
}

export function statusOf(
  { publishCommand }: Pick<Config, 'publishCommand'>,
  { releases, current }: StoredReleases,
  { running, written, failed, version }: Latest,
) {
  return {
    running,
    latest: latestOf(written, failed),
    uploads: publishCommand !== null,
    releases: releases.map((release) => ({
      name: release.name,
      madeAt: release.madeAt,
      current: release.name === current?.name,
      way: wayBackTo(release, version),
    })),
  };
}
