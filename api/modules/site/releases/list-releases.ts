import type { Database } from '../../../../db/database.ts';
import { listShared } from './release-queries.ts';
import { currentName, listReleases, type Release } from './releases.ts';
import { isShared } from './store-release.ts';

export interface StoredReleases {
  /** Newest first. */
  releases: Release[];
  current: Release | undefined;
}

/** The releases that can be rolled back to: those of all processes, or of this folder where there is one. */
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
