import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digests } from './catalog-snapshot.ts';
import { KEEP } from './rules.ts';

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
  catalogue: Digests;
  /** How many people had been erased before it was made; earlier notes do not say. */
  erasures?: number;
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

/** The size of all files of a release. */
export function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

export const recordRelease = (dataDir: string, { name, ...release }: Release) =>
  writeFile(join(siteOf(dataDir), `${name}.json`), JSON.stringify(release));

/** From one moment to the next: a link is made aside and renamed over the old one. */
export async function switchTo(dataDir: string, name: string): Promise<void> {
  const site = siteOf(dataDir);
  const link = join(site, `.${name}`);
  await rm(link, { force: true });
  await symlink(name, link);
  await rename(link, join(site, 'current'));
}

/** Drops what is too old, what shows people who have left since, and what a killed publish left; only under the lock. */
export async function prune(dataDir: string): Promise<void> {
  const site = siteOf(dataDir);
  const current = currentName(dataDir);
  const whole = listReleases(dataDir);
  const erased = whole.find(({ name }) => name === current)?.erasures ?? 0;
  const others = whole
    .filter(({ name, erasures = 0 }) => name !== current && erasures >= erased)
    .map(({ name }) => name)
    .slice(0, KEEP - 1);
  const retained = new Set([current, ...others]);
  for (const entry of readdirSync(site)) {
    const name = entry.replace(/^\.|(\.manifest)?\.(json|log)$/g, '');
    // Releases of earlier versions of this program had shorter names.
    if (!/^\d{14,17}-[\da-f]{6}$/.test(name) || retained.has(name)) continue;
    await rm(join(site, entry), { recursive: true, force: true });
  }
}
