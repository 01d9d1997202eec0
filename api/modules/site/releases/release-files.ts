import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flushToDisk } from '../../../platform/disk.ts';
import type { Digests } from '../build/catalog-snapshot.ts';

/** The description of a release, stored beside its folder. */
export interface Release {
  name: string;
  /** Its `buildVersion`. */
  fingerprint: string;
  /** When its content was published: the same for a release that shows it with newer reviews. */
  madeAt: string;
  ms: number;
  pages: number;
  /** The total size of its files; missing in old descriptions. */
  bytes?: number;
  catalog: Digests;
  /** The counts of changes before it was made; missing in old descriptions. */
  erasures?: number | undefined;
  changes?: number;
  reviews?: number | undefined;
  /** Hashes of the inline scripts that its pages may run; missing in old descriptions. */
  scripts?: string[];
  /** The hash of its legal pages; missing in old descriptions. */
  legal?: string | undefined;
  /** Its public pages are those of an older version of the program, which stored no content; absent otherwise. */
  isKept?: true;
}

/**
 * How the owner can go back to a release: by a switch of files if this version made it, otherwise by rendering its
 * content, if it has any.
 */
export type WayBack = 'switch' | 'render' | 'none';

export function wayBackTo({ fingerprint, reviews, isKept }: Release, version: string): WayBack {
  if (fingerprint === version && !isKept) return 'switch';
  return reviews === undefined ? 'none' : 'render';
}

const NAME = /^\d{17}-[\da-f]{6}$/;

export const siteOf = (dataDir: string): string => join(dataDir, 'site');

export function openFolder(dataDir: string): string {
  const site = siteOf(dataDir);
  mkdirSync(site, { recursive: true });
  return site;
}

export function currentName(dataDir: string): string | null {
  try {
    return readlinkSync(join(siteOf(dataDir), 'current'));
  } catch {
    return null;
  }
}

export function readRelease(dataDir: string, name: string): Release | null {
  const folder = join(siteOf(dataDir), name);
  try {
    if (!existsSync(join(folder, 'index.html'))) return null;
    return {
      name,
      ...(JSON.parse(readFileSync(`${folder}.json`, 'utf8')) as Omit<Release, 'name'>),
    };
  } catch {
    return null;
  }
}

/** The names of all releases, newest first, including an unfinished one. */
export const releaseNames = (dataDir: string): string[] =>
  readdirSync(siteOf(dataDir))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();

/** Lists the complete releases, by the time at which their content was published, newest first. */
export function listReleases(dataDir: string): Release[] {
  if (!existsSync(siteOf(dataDir))) return [];
  return releaseNames(dataDir)
    .map((name) => readRelease(dataDir, name))
    .filter((release) => release !== null)
    .sort(byPublish);
}

export const byPublish = (a: Release, b: Release): number =>
  b.madeAt.localeCompare(a.madeAt) || b.name.localeCompare(a.name);

export const recordRelease = (dataDir: string, { name, ...release }: Release) =>
  writeFile(join(siteOf(dataDir), `${name}.json`), JSON.stringify(release), { flush: true });

/** Switches atomically: creates a temporary symbolic link and renames it over the old one. */
export async function switchTo(dataDir: string, name: string): Promise<void> {
  const site = siteOf(dataDir);
  // The process id, because the app and its publishing process may switch at the same time.
  const link = join(site, `.${process.pid}.${name}`);
  await rm(link, { force: true });
  await symlink(name, link);
  await rename(link, join(site, 'current'));
  await flushToDisk([site]);
}

/** Deletes releases by name. */
export async function removeReleases(dataDir: string, names: string[]): Promise<void> {
  for (const name of names) {
    for (const ending of ['.json', '.manifest.json', '']) {
      await rm(join(siteOf(dataDir), name + ending), { recursive: true, force: true });
    }
  }
}

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
    rmSync(join(siteOf(dataDir), entry), { recursive: true, force: true });
  }
}
