import { createHash } from 'node:crypto';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import { flushToDisk } from '../../../platform/disk.ts';
import type { Content } from '../build/catalog-snapshot.ts';
import type { PageContent } from '../build/validate-release.ts';
import { currentName, siteOf } from './rendered-site.ts';

interface FileEntry {
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
  /** What the pages show besides the reviews. */
  content: Content;
}

export const entryOf = (bytes: Uint8Array): FileEntry => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
});

export const manifestFile = (dataDir: string, name: string): string =>
  join(siteOf(dataDir), `${name}.manifest.json`);

/** What this process wrote last is what its next publish reads: with a thousand gigs it has 15 MB. */
let written: { file: string; at: number; manifest: Manifest } | undefined;

export function readManifest(file: string): Manifest | null {
  try {
    if (written?.file === file && written.at === statSync(file).mtimeMs) return written.manifest;
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch {
    return null;
  }
}

export async function writeManifest(file: string, manifest: Manifest): Promise<void> {
  await writeFile(file, JSON.stringify(manifest), { flush: true });
  written = { file, at: statSync(file).mtimeMs, manifest };
}

/** Reads the content that visitors see, once for each folder; undefined if there is none. */
export function createContentReader(dataDir: string): () => Content | undefined {
  let known: { name: string | null; content: Content | undefined } | undefined;
  return () => {
    const name = currentName(dataDir);
    if (known?.name !== name) {
      known = { name, content: readManifest(manifestFile(dataDir, name ?? ''))?.content };
    }
    return known?.content;
  };
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const COMPRESSIBLE_EXTENSIONS = /^\.(html|css|m?js|json|svg|xml|txt|webmanifest)$/;
const MIN_BYTES = 256;

/**
 * Brotli quality: BEST for files that are compiled once, QUICK for pages, because the owner waits for them.
 */
export const BEST = 11;
export const QUICK = 7;

/**
 * Compresses a text file with brotli and gzip, so that no compression is needed per request. Empty if it
 * saves nothing.
 */
export async function compress(
  file: string,
  bytes: Buffer,
  quality: number,
): Promise<[name: string, bytes: Buffer][]> {
  if (!COMPRESSIBLE_EXTENSIONS.test(extname(file)) || bytes.length < MIN_BYTES) return [];
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return [
    [`${file}.br`, await brotli(bytes, { params })],
    [`${file}.gz`, await gzipped(bytes, { level: 9 })],
  ];
}

/** Files that a release can reuse: from the previous release or the compiled site. */
export interface FileSource {
  folder: string;
  files: Record<string, FileEntry>;
}

/** The folder of a new release during the build. */
export interface ReleaseFolder extends FileSource {
  /** Writes a file, unless the previous release has it with the same bytes. */
  write(file: string, bytes: Uint8Array): void;
  /** Reuses a file and its compressed copies from the previous release. Returns false if it has none. */
  keep(file: string): boolean;
  /** Reuses a file of a different source, or of the previous release if it is the same. */
  add(file: string, source: FileSource): void;
  /** Compresses the new files. */
  compress(quality: number): Promise<void>;
  /** Waits until all new files are flushed to disk. */
  flush(): Promise<void>;
}

const COMPRESSED = ['.br', '.gz'];
const AT_ONCE = 8;

export function openReleaseFolder(folder: string, before: FileSource | null): ReleaseFolder {
  const files: Record<string, FileEntry> = {};
  const written: string[] = [];
  const unflushed = new Set<string>();
  const parents = new Set<string>();

  function pathTo(file: string): string {
    const path = join(folder, file);
    const parent = dirname(path);
    if (!parents.has(parent)) mkdirSync(parent, { recursive: true });
    parents.add(parent);
    return path;
  }

  function put(file: string, bytes: Uint8Array, entry = entryOf(bytes)): void {
    const path = pathTo(file);
    // The old path may be a hard link: writing to it would change the previous release.
    rmSync(path, { force: true });
    writeFileSync(path, bytes);
    unflushed.add(path);
    files[file] = entry;
  }

  function take(file: string): boolean {
    const entry = before?.files[file];
    if (!before || !entry || !linkFile(join(before.folder, file), pathTo(file))) return false;
    files[file] = entry;
    return true;
  }

  function keep(file: string): boolean {
    const forms = COMPRESSED.map((ending) => file + ending);
    return [file, ...forms.filter((form) => before?.files[form])].every(take);
  }

  return {
    folder,
    files,
    keep,
    write(file, bytes) {
      const entry = entryOf(bytes);
      if (before?.files[file]?.sha256 === entry.sha256 && keep(file)) return;
      put(file, bytes, entry);
      written.push(file);
    },
    add(file, source) {
      const entry = source.files[file];
      if (!entry) throw new Error(`There is no file ${file} in ${source.folder}.`);
      if (before?.files[file]?.sha256 === entry.sha256 && take(file)) return;
      const path = pathTo(file);
      copyFileSync(join(source.folder, file), path);
      unflushed.add(path);
      files[file] = entry;
    },
    async compress(quality) {
      const limit = pLimit(AT_ONCE);
      const one = async (file: string) => {
        const forms = await compress(file, readFileSync(join(folder, file)), quality);
        for (const [form, bytes] of forms) put(form, bytes);
      };
      await Promise.all(written.map((file) => limit(() => one(file))));
    },
    flush: () => flushToDisk([...unflushed]),
  };
}

/**
 * Hard-links a file, or copies it if the file system has no links. Returns false if the file does not exist.
 */
export function linkFile(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    if (isCode(error, 'EEXIST')) return true;
    copyFileSync(from, to);
    return true;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
