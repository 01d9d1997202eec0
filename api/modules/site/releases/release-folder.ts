import { copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { flushToDisk } from '../../../platform/disk.ts';
import { entryOf, type FileEntry } from '../build/manifest.ts';
import { compress } from '../build/precompress.ts';

/** Files that a release can take over: those of the release before, or of the compiled site. */
export interface FileSource {
  folder: string;
  files: Record<string, FileEntry>;
}

/** The folder of a new release while it is filled. */
export interface ReleaseFolder extends FileSource {
  /** Writes a file, unless the release before has it with the same bytes. */
  write(file: string, bytes: Uint8Array): void;
  /** Takes a file and its compressed forms over from the release before. False when it has none. */
  keep(file: string): boolean;
  /** Takes a file over that another source has, from the release before where it is the same. */
  add(file: string, source: FileSource): void;
  /** Compresses what was written. */
  compress(quality: number): Promise<void>;
  /** Returns once everything that was not linked is on the disk. */
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
    // Never through a link into the release before.
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

/** Links a file, or copies it where the file system has no links. False when it is gone. */
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
