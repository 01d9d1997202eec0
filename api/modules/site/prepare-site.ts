import type { Log } from '../../platform/services.ts';
import { hasRelease, isUpToDate } from './build-release.ts';
import type { BuildTarget } from './build-target.ts';
import { buildInWorker } from './worker-jobs.ts';

/** Builds a missing or stale site. Where that fails, the release that is there is served. */
export async function prepareSite(
  target: BuildTarget,
  { log, build = buildInWorker }: { log: Log; build?: (target: BuildTarget) => Promise<unknown> },
): Promise<void> {
  if (isUpToDate(target)) return;
  log.info('Building the site …');
  try {
    await build(target);
  } catch (error) {
    if (!hasRelease(target)) throw error;
    log.error('The site could not be built. Visitors see the release before', error);
  }
}
