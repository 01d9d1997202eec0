import type { Database } from '../../../../db/database.ts';
import { currentName, listReleases, type Release } from './release-files.ts';
import { listShared } from './release-queries.ts';
import { isShared } from './store-release.ts';

export interface StoredReleases {
  /** Sorted, newest first. */
  releases: Release[];
  current: Release | undefined;
}

/**
 * Lists the releases to which the owner can roll back: those in the database or, with SQLite, in this folder.
 */
export async function listStoredReleases(
  store: Database,
  dataDir: string,
): Promise<StoredReleases> {
  if (isShared(store)) {
    const releases = await listShared(store.db);
    if (releases.length > 0) return { releases, current: releases.find((each) => each.isCurrent) };
  }
  const releases = listReleases(dataDir);
  const current = currentName(dataDir);
  return { releases, current: releases.find(({ name }) => name === current) };
}
