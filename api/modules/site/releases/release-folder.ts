import { copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { flushToDisk } from '../../../platform/disk.ts';
import { entryOf, type FileEntry } from '../build/manifest.ts';
import { compress } from '../build/precompress.ts';

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
