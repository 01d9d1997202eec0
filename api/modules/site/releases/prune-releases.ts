import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { byPublish, currentName, listReleases, type Release, siteOf } from './release-files.ts';

/** The number of stored releases, including the current one. */
const MAX_RELEASES = 5;

/**
 * The names of the releases to retain: the current one and those of the latest other publishes. Of releases with
 * the same content the current or the newest one, which shows today's reviews. One that shows erased people and
 * has no content to render again, because an older version of the program made it, is not retained.
 */
export function retainedReleases(
  whole: Release[],
  current: string | null,
  unusable: readonly string[] = [],
): Set<string | null> {
  const shown = whole.find(({ name }) => name === current);
  const usable = whole.filter(({ name }) => !unusable.includes(name));
  const others = [...Map.groupBy(usable, ({ madeAt }) => madeAt).values()]
    .flatMap((same) => same.toSorted(byPublish)[0] ?? [])
    .filter(({ madeAt }) => madeAt !== shown?.madeAt)
    .filter(
      ({ reviews, erasures = 0 }) => reviews !== undefined || erasures >= (shown?.erasures ?? 0),
    )
    .toSorted(byPublish)
    .map(({ name }) => name)
    .slice(0, MAX_RELEASES - 1);
  return new Set([current, ...others]);
}

/** Deletes old releases and the partial files of killed publishes. Call it only under the publish lease. */
export async function pruneReleases(
  dataDir: string,
  unusable: readonly string[] = [],
): Promise<void> {
  const stored = retainedReleases(listReleases(dataDir), currentName(dataDir), unusable);
  for (const entry of readdirSync(siteOf(dataDir))) {
    const name = entry.replace(/^\.(\d+\.)?|(\.manifest)?\.(json|log)$/g, '');
    // Older versions of this program used shorter names.
    if (!/^\d{14,17}-[\da-f]{6}$/.test(name) || stored.has(name)) continue;
    await rm(join(siteOf(dataDir), entry), { recursive: true, force: true });
  }
}
