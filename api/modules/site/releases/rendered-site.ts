import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '../../../platform/clock.ts';
import { flushToDisk } from '../../../platform/disk.ts';

/** The pages of a release in this data folder; the description is stored beside their folder. */
export interface RenderedSite {
  /** The name of the folder: that of the release, unless it was rendered again. */
  name: string;
  release: string;
  /** The `buildVersion` of the pages. */
  version: string;
  /** The version of its scripts and styles. */
  compiled: string;
  /** The count of changes of reviews that its pages show. */
  reviews: number;
  /** Hashes of the inline scripts that its pages may run. */
  scripts: string[];
}

const NAME = /^\d{17}-[\da-f]{6}$/;
/** Scripts and styles of pages that are still open. */
const COMPILED = '_astro';

export const siteOf = (dataDir: string): string => join(dataDir, 'site');

export function openFolder(dataDir: string): string {
  const site = siteOf(dataDir);
  mkdirSync(site, { recursive: true });
  return site;
}

/** The name of the folder that is served; null if there is none. */
export function currentName(dataDir: string): string | null {
  try {
    return readlinkSync(join(siteOf(dataDir), 'current'));
  } catch {
    return null;
  }
}

/** What is served; null if there is nothing, or nothing whole. */
export function readRendered(dataDir: string, name = currentName(dataDir)): RenderedSite | null {
  const isWhole = name !== null && existsSync(join(siteOf(dataDir), name, 'index.html'));
  return isWhole ? readDescription(dataDir, name) : null;
}

function readDescription(dataDir: string, name: string): RenderedSite | null {
  try {
    return JSON.parse(readFileSync(join(siteOf(dataDir), `${name}.json`), 'utf8')) as RenderedSite;
  } catch {
    return null;
  }
}

/** All folders, newest first: what is served, an unfinished one, and what is left of earlier ones. */
export const folderNames = (dataDir: string): string[] =>
  readdirSync(siteOf(dataDir))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();

/** Serves these pages from now on. */
export async function serve(dataDir: string, rendered: RenderedSite): Promise<void> {
  const file = join(siteOf(dataDir), `${rendered.name}.json`);
  await writeFile(file, JSON.stringify(rendered), { flush: true });
  await switchTo(dataDir, rendered.name);
  await removeOld(dataDir);
}

/** Switches atomically: a temporary symbolic link is renamed over the old one. */
export async function switchTo(dataDir: string, name: string): Promise<void> {
  const site = siteOf(dataDir);
  // The process id, because two processes may switch at the same time.
  const link = join(site, `.${process.pid}.${name}`);
  await rm(link, { force: true });
  await symlink(name, link);
  await rename(link, join(site, 'current'));
  await flushToDisk([site]);
}

/**
 * Deletes earlier pages and the partial files of killed processes. Of other versions of the program the scripts stay for a
 * day, because a page that is open may still load them; the pages go, because they may show somebody who has left.
 */
export async function removeOld(dataDir: string): Promise<void> {
  const site = siteOf(dataDir);
  const current = currentName(dataDir);
  const compiled = readRendered(dataDir)?.compiled;
  const kept = new Set([current]);
  for (const name of folderNames(dataDir)) {
    const made = readDescription(dataDir, name);
    const folder = join(site, name);
    if (name === current || !made || made.compiled === compiled) continue;
    if (Date.now() - statSync(folder).mtimeMs > DAY) continue;
    kept.add(name);
    for (const entry of readdirSync(folder).filter((each) => each !== COMPILED))
      await rm(join(folder, entry), { recursive: true, force: true });
    await rm(`${folder}.manifest.json`, { force: true });
  }
  for (const entry of readdirSync(site)) {
    const name = entry.replace(/^\.(\d+\.)?|(\.manifest)?\.json$/g, '');
    if (NAME.test(name) && (!kept.has(name) || entry.startsWith('.')))
      await rm(join(site, entry), { recursive: true, force: true });
  }
}
