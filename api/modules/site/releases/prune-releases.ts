import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { currentName, listReleases, type Release, siteOf } from './release-files.ts';

/** The number of stored releases, including the current one. */
const MAX_RELEASES = 5;

/** The names of the releases to retain: not too old, and without erased people. */
export function retainedReleases(whole: Release[], current: string | null): Set<string | null> {
  const erased = whole.find(({ name }) => name === current)?.erasures ?? 0;
  const others = whole
    .filter(({ name, erasures = 0 }) => name !== current && erasures >= erased)
    .map(({ name }) => name)
    .slice(0, MAX_RELEASES - 1);
  return new Set([current, ...others]);
}

/** Deletes old releases and the partial files of killed publishes. Call it only under the publish lease. */
export async function pruneReleases(dataDir: string): Promise<void> {
  const stored = retainedReleases(listReleases(dataDir), currentName(dataDir));
  for (const entry of readdirSync(siteOf(dataDir))) {
    const name = entry.replace(/^\.(\d+\.)?|(\.manifest)?\.(json|log)$/g, '');
    // Older versions of this program used shorter names.
    if (!/^\d{14,17}-[\da-f]{6}$/.test(name) || stored.has(name)) continue;
    await rm(join(siteOf(dataDir), entry), { recursive: true, force: true });
  }
}
