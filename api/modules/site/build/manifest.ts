import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentName, siteOf } from '../releases/release-files.ts';
import type { StoredContent } from './catalog-snapshot.ts';
import type { PageContent } from './read-page-content.ts';

export interface FileEntry {
  sha256: string;
  size: number;
}

/** A page or generated file of a release. */
export interface PageEntry {
  file: string;
  /** The catalog results that the page used: a digest for each. */
  reads: Record<string, string>;
  etag?: string;
  /** The parsed content, for pages. */
  content?: PageContent;
}

/** The description of all files of a release: enough to copy it and to build the next one from it. */
export interface Manifest {
  /** The version of templates and settings. Pages of a different version are rendered again. */
  version: string;
  /** All files by path. */
  files: Record<string, FileEntry>;
  /** Pages and generated files by address. */
  pages: Record<string, PageEntry>;
  /** What the owner has published with it; missing in releases of older versions of the program. */
  content?: StoredContent;
}

/** The difference between two releases, for an upload. */
interface FileChanges {
  changed: string[];
  removed: string[];
}

export const entryOf = (bytes: Uint8Array): FileEntry => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
});

export const manifestFile = (dataDir: string, name: string): string =>
  join(siteOf(dataDir), `${name}.manifest.json`);

export function readManifest(file: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch {
    return null;
  }
}

/** The content of a release of this folder; undefined if an older version of the program made it. */
export const readContent = (dataDir: string, name: string): StoredContent | undefined =>
  readManifest(manifestFile(dataDir, name))?.content;

export const writeManifest = (file: string, manifest: Manifest): Promise<void> =>
  writeFile(file, JSON.stringify(manifest), { flush: true });

export function changedFiles(before: Manifest | null, now: Manifest): FileChanges {
  const old = before?.files ?? {};
  return {
    changed: Object.keys(now.files).filter((file) => now.files[file]?.sha256 !== old[file]?.sha256),
    removed: Object.keys(old).filter((file) => !now.files[file]),
  };
}

/** Reads the content that visitors see, once per release; undefined if there is none. */
export function createContentReader(dataDir: string): () => StoredContent | undefined {
  let known: { name: string | null; content: StoredContent | undefined } | undefined;
  return () => {
    const name = currentName(dataDir);
    if (known?.name !== name) {
      known = { name, content: name === null ? undefined : readContent(dataDir, name) };
    }
    return known?.content;
  };
}
