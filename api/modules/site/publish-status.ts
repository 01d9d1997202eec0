import type { Config } from '../../config.ts';
import { type Progress, readProgress } from './progress.ts';
import { currentName, listReleases } from './releases.ts';
import { STEPS, STOPPED } from './rules.ts';

/** A publish that ended with an error, as its process reported it. */
export type Failed = Pick<Progress, 'kind' | 'startedAt'> & { failure: string };

export type Status = ReturnType<typeof statusOf> & { automatic: boolean };

/** How the latest publish went; on a full disk it may not have been able to write that down. */
function latestOf(dataDir: string, leased: boolean, failed: Failed | null) {
  const written = readProgress(dataDir, leased);
  const isWritten = written?.failure && written.failure !== STOPPED;
  if (!failed || (isWritten && written.startedAt >= failed.startedAt)) return written;
  const none = { name: '', pid: 0, step: STEPS[0], uploadFailure: null, log: '' };
  return { ...none, ...failed, endedAt: failed.startedAt };
}

export function statusOf(
  { dataDir, publishCommand }: Config,
  { running, leased, failed }: { running: boolean; leased: boolean; failed: Failed | null },
) {
  const current = currentName(dataDir);
  const releases = listReleases(dataDir);
  return {
    running,
    estimateMs: estimateOf(releases.map(({ ms }) => ms)),
    latest: latestOf(dataDir, leased, failed),
    uploads: publishCommand !== null,
    releases: releases.map(({ name, madeAt, ms, pages, bytes }) => ({
      name,
      madeAt,
      ms,
      pages,
      bytes: bytes ?? null,
      current: name === current,
    })),
  };
}

/** How long the next publish takes: the middle one of the last times; null before the first. */
export const estimateOf = (times: number[]): number | null =>
  times.slice(0, 3).toSorted((a, b) => a - b)[Math.floor(Math.min(times.length, 3) / 2)] ?? null;
