import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flushToDisk } from '../../../platform/disk.ts';
import type { Digests } from '../build/catalog-snapshot.ts';

/** How many releases are kept, the current one included. */
const MAX_RELEASES = 5;

/** What is remembered of a release, beside its folder. */
export interface Release {
  name: string;
  /** Of the sources it was made of. */
  fingerprint: string;
  madeAt: string;
  ms: number;
  pages: number;
  /** The size of its files; earlier notes do not say. */
  bytes?: number;
  catalog: Digests;
  /** How many people had been erased before it was made; earlier notes do not say. */
  erasures?: number;
  /** How many changes had been counted before it was made; earlier notes do not say. */
  changes?: number;
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

/** Names of all releases, newest first, with one that is being built. */
export const releaseNames = (dataDir: string): string[] =>
  readdirSync(siteOf(dataDir))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();

/** The whole releases, newest first. */
export function listReleases(dataDir: string): Release[] {
  if (!existsSync(siteOf(dataDir))) return [];
  return releaseNames(dataDir)
    .map((name) => readRelease(dataDir, name))
    .filter((release) => release !== null);
}

export const recordRelease = (dataDir: string, { name, ...release }: Release) =>
  writeFile(join(siteOf(dataDir), `${name}.json`), JSON.stringify(release), { flush: true });

/** From one moment to the next: a link is made aside and renamed over the old one. */
export async function switchTo(dataDir: string, name: string): Promise<void> {
  const site = siteOf(dataDir);
  // The app and its publishing process may both switch.
  const link = join(site, `.${process.pid}.${name}`);
  await rm(link, { force: true });
  await symlink(name, link);
  await rename(link, join(site, 'current'));
  await flushToDisk([site]);
}

/** The names of those that are kept: neither too old nor showing people who have left since. */
export function retainedOf(whole: Release[], current: string | null): Set<string | null> {
  const erased = whole.find(({ name }) => name === current)?.erasures ?? 0;
  const others = whole
    .filter(({ name, erasures = 0 }) => name !== current && erasures >= erased)
    .map(({ name }) => name)
    .slice(0, MAX_RELEASES - 1);
  return new Set([current, ...others]);
}

/** Drops what is not kept and what a killed publish left; only under the lock. */
export async function prune(dataDir: string): Promise<void> {
  const stored = retainedOf(listReleases(dataDir), currentName(dataDir));
  for (const entry of readdirSync(siteOf(dataDir))) {
    const name = entry.replace(/^\.(\d+\.)?|(\.manifest)?\.(json|log)$/g, '');
    // Releases of earlier versions of this program had shorter names.
    if (!/^\d{14,17}-[\da-f]{6}$/.test(name) || stored.has(name)) continue;
    await rm(join(siteOf(dataDir), entry), { recursive: true, force: true });
  }
}

/** Removes whole releases by their names. */
export async function removeReleases(dataDir: string, names: string[]): Promise<void> {
  for (const name of names) {
    for (const ending of ['.json', '.manifest.json', '']) {
      await rm(join(siteOf(dataDir), name + ending), { recursive: true, force: true });
    }
  }
}
