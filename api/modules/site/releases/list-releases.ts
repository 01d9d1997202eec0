import type { Database } from '../../../../db/database.ts';
import type { ChangeCounts } from '../publish/change-counters.ts';
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

/**
 * The releases that must be rendered again because of what others than the owner did, the current one first: it shows
 * outdated reviews, or any of them shows somebody who was erased. Without a count of reviews a release has no content
 * to render; only an erasure is then a reason to publish anew.
 */
export function outdatedReleases(
  { releases, current }: StoredReleases,
  counts: ChangeCounts,
): Release[] {
  const showsErased = ({ erasures = 0 }: Release) => erasures < counts.erasures;
  const others = releases.filter((each) => each !== current && each.reviews !== undefined);
  const isOutdated =
    current?.reviews === undefined
      ? current && showsErased(current)
      : current.reviews !== counts.reviews;
  return [...(current && isOutdated ? [current] : []), ...others.filter(showsErased)];
}
