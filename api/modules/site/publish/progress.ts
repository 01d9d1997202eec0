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
import { isNoRoom } from '../../../platform/disk.ts';
import { siteOf } from '../releases/releases.ts';
import type { Step } from '../rules.ts';
import { STOPPED } from '../texts.ts';
import type { SharedProgress } from './shared-progress.ts';

/** How far the latest publish has come; stored in files, so that any process can read it. */
export interface Progress {
  /** The release that is made, or the one that is rolled back to. */
  name: string;
  kind: 'publish' | 'rollback';
  pid: number;
  startedAt: string;
  step: Step;
  endedAt: string | null;
  /** Why it failed; null while it has not. */
  failure: string | null;
  /** What the command after it said, when it failed: the site is switched all the same. */
  uploadFailure: string | null;
}

/** With what its programs have printed. */
export interface WrittenProgress extends Progress {
  log: string;
}

const MAX_LOG_LENGTH = 40_000;
const stateFile = (dataDir: string) => join(siteOf(dataDir), 'publish.json');
const logFile = (dataDir: string) => join(siteOf(dataDir), 'publish.log');

/** Where the one publish under way writes down how it goes. */
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
  ifRoom(() => put({}));
  return {
    put,
    /** Where the work itself needs no room, or has failed for want of it. */
    putIfRoom: (more: Partial<Progress>) => ifRoom(() => put(more)),
    log: (text: string) => {
      const plain = stripVTControlCharacters(text);
      printed = (printed + plain).slice(-MAX_LOG_LENGTH);
      shared?.put({ ...progress, log: printed });
      ifRoom(() => appendFileSync(logFile(dataDir), plain));
    },
    /** Waits until other processes can read the last of it. */
    settled: async () => shared?.settled(),
  };
}

function ifRoom(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isNoRoom(error)) throw error;
  }
}

export type ProgressLog = ReturnType<typeof createProgressLog>;

/** Held while a publish runs, by whichever process. */
export const PUBLISH_LEASE = 'publish';

/** The latest publish of this folder, as it was written down. */
export function readProgress(dataDir: string): WrittenProgress | null {
  if (!existsSync(stateFile(dataDir))) return null;
  const progress = JSON.parse(readFileSync(stateFile(dataDir), 'utf8')) as Progress;
  const log = existsSync(logFile(dataDir)) ? readFileSync(logFile(dataDir), 'utf8') : '';
  return { ...progress, log: log.slice(-MAX_LOG_LENGTH) };
}

/** The latest publish as it stands; one that has not ended and holds no lease any more has failed. */
export function stateOf(
  written: WrittenProgress | null,
  { isLeased, current }: { isLeased: boolean; current: string | null },
): WrittenProgress | null {
  if (!written || written.endedAt !== null || isLeased) return written;
  const failure = current === written.name ? null : STOPPED;
  return { ...written, endedAt: written.startedAt, failure };
}
