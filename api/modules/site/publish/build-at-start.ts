import type { Database } from '../../../../db/database.ts';
import type { Log } from '../../../platform/services.ts';
import type { BuildTarget } from '../build/build-target.ts';
import { findCurrent } from '../releases/stored-releases.ts';
import { WAITING_EDITS } from '../texts.ts';
import { buildInWorker } from '../worker/site-worker.ts';
import { isAutomatic } from './automatic-publishing.ts';
import { readChangeCounts } from './change-counters.ts';
import { hasPages, isRendered } from './publish-release.ts';

/**
 * Makes the pages of what is published if they are missing, or made by another version of the program. If that fails, the
 * existing ones are served. Nothing that the owner has not published becomes public, unless there never was a publish.
 */
export async function prepareSite(
  target: BuildTarget,
  {
    store,
    log,
    build = buildInWorker,
  }: { store: Database; log: Log; build?: (target: BuildTarget) => Promise<unknown> },
): Promise<void> {
  const { db } = store;
  const published = await findCurrent(db);
  if (published && isRendered(target, published)) return;
  log.info('Building the site …');
  try {
    await build(target);
  } catch (error) {
    if (!hasPages(target)) throw error;
    log.error('The site could not be built. Visitors see the release before', error);
    return;
  }
  const { changes } = await readChangeCounts(db);
  const waits = (await findCurrent(db))?.changes !== changes && !(await isAutomatic(db));
  if (waits) log.info(WAITING_EDITS);
}
