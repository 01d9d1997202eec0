import type { Database } from '../../../../db/database.ts';
import { isVersionOf, recordPublishedPages } from '../../legal/versions.ts';
import { currentName, readRelease } from '../releases/release-files.ts';
import { readContent } from '../releases/release-folder.ts';

/**
 * Makes the legal pages that visitors read the ones that new orders name. Called after each switch, and at the start,
 * because a restored database may not know the pages in the folder of the site.
 */
export async function recordLegalPages(store: Database, dataDir: string): Promise<void> {
  const name = currentName(dataDir);
  const release = name === null ? null : readRelease(dataDir, name);
  if (name === null || !release || (await isVersionOf(store.db, release.legal))) return;
  await recordPublishedPages(store, readContent(dataDir, name)?.legal, release.madeAt);
}
