import type { Config } from '../../../config.ts';
import type { StoredReleases } from '../releases/list-releases.ts';
import { STEPS } from '../rules.ts';
import { STOPPED } from '../texts.ts';
import type { Progress, WrittenProgress } from './progress.ts';

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
}

export function statusOf(
  { publishCommand }: Pick<Config, 'publishCommand'>,
  { releases, current }: StoredReleases,
  { running, written, failed }: Latest,
) {
  return {
    running,
    estimateMs: estimateOf(releases.map(({ ms }) => ms)),
    latest: latestOf(written, failed),
    uploads: publishCommand !== null,
    releases: releases.map(({ name, madeAt, ms, pages, bytes }) => ({
      name,
      madeAt,
      ms,
      pages,
      bytes: bytes ?? null,
      current: name === current?.name,
    })),
  };
}

/** The estimated duration of the next publish: the median of the last three; null before the first. */
export const estimateOf = (times: number[]): number | null =>
  times.slice(0, 3).toSorted((a, b) => a - b)[Math.floor(Math.min(times.length, 3) / 2)] ?? null;
