import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemCall } from './system-calls.ts';

/** What a power cut tears apart: a disk writes whole sectors of this size. */
const SECTOR = 4_096;

type Change = { at: number; bytes: Buffer } | { length: number };

/** A file: what is on the disk for sure, and what was written since the last sync. */
interface Inode {
  durable: Buffer;
  waiting: Change[];
}

type Entry = { inode: Inode } | { target: string };
type Names = Map<string, Entry>;

/** What a power cut leaves: files and symbolic links by path. */
export interface Image {
  files: Map<string, Buffer>;
  links: Map<string, string>;
}

/**
 * A disk under a journaling file system (ext4, xfs): changes of names are kept in their order, and a sync of any file
 * makes those before it durable. Bytes that were not synced may be there or not, sector by sector.
 */
export class Disk {
  private durable: Names = new Map();
  private pending: ((names: Names) => void)[] = [];
  /** As the running programs see it. */
  private readonly names: Names = new Map();

  /** Starts with what is in this folder, as if it were at another path. */
  constructor(folder: string, path: string) {
    for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const from = join(name.parentPath, name.name);
      const to = path + from.slice(folder.length);
      if (name.isSymbolicLink()) this.names.set(to, { target: readlinkSync(from) });
      else if (statSync(from).isFile()) {
        this.names.set(to, { inode: { durable: readFileSync(from), waiting: [] } });
      }
    }
    this.durable = new Map(this.names);
  }

  apply(call: SystemCall): void {
    switch (call.kind) {
      case 'create':
        if (!this.inode(call.path)) {
          const entry = { inode: { durable: Buffer.alloc(0), waiting: [] } };
          this.rename((names) => names.set(call.path, entry));
        }
        if (call.truncate) this.inode(call.path)?.waiting.push({ length: 0 });
        return;
      case 'write': {
        const inode = this.inode(call.path);
        inode?.waiting.push({ at: call.at ?? contentOf(inode).length, bytes: call.bytes });
        return;
      }
      case 'copy': {
        const inode = this.inode(call.path);
        const source = this.inode(call.from);
        const bytes = source ? contentOf(source) : readFileSync(call.from);
        inode?.waiting.push({ at: contentOf(inode).length, bytes: bytes.subarray(0, call.length) });
        return;
      }
      case 'truncate':
        this.inode(call.path)?.waiting.push({ length: call.length });
        return;
      case 'sync':
        this.sync(call.path);
        return;
      case 'mkdir':
        return;
      case 'symlink':
        this.rename((names) => names.set(call.path, { target: call.target }));
        return;
      case 'link':
        this.rename((names) => {
          const entry = names.get(call.path);
          if (entry) names.set(call.to, entry);
        });
        return;
      case 'rename':
        this.rename((names) => moveAll(names, call.path, call.to));
        return;
      case 'remove':
        this.rename((names) => names.delete(call.path));
    }
  }

  /** What a cut at this moment may leave; `random` answers from 0 to below 1. */
  cut(random: () => number): Image {
    const names = new Map(this.durable);
    const done = Math.floor(random() * (this.pending.length + 1));
    for (const change of this.pending.slice(0, done)) change(names);
    const image: Image = { files: new Map(), links: new Map() };
    // What the disk had done of the rest: nothing, some of it or nearly all.
    const share = random();
    for (const [path, entry] of names) {
      if ('target' in entry) image.links.set(path, entry.target);
      else {
        const survived = torn(entry.inode.waiting).filter(() => random() < share);
        image.files.set(path, changed(entry.inode.durable, survived));
      }
    }
    return image;
  }

  private inode(path: string): Inode | undefined {
    const entry = this.names.get(path);
    return entry && 'inode' in entry ? entry.inode : undefined;
  }

  private rename(change: (names: Names) => void): void {
    change(this.names);
    this.pending.push(change);
  }

  private sync(path: string): void {
    const inode = this.inode(path);
    if (inode) {
      inode.durable = contentOf(inode);
      inode.waiting = [];
    }
    for (const change of this.pending) change(this.durable);
    this.pending = [];
  }
}

/** A folder takes what is in it along. */
function moveAll(names: Names, from: string, to: string): void {
  for (const [path, entry] of [...names]) {
    if (path !== from && !path.startsWith(`${from}/`)) continue;
    names.delete(path);
    names.set(to + path.slice(from.length), entry);
  }
}

const contentOf = ({ durable, waiting }: Inode): Buffer => changed(durable, waiting);

function changed(before: Buffer, changes: readonly Change[]): Buffer {
  if (changes.length === 0) return before;
  let bytes = Buffer.from(before);
  const resize = (length: number) => {
    const next = Buffer.alloc(length);
    bytes.copy(next);
    bytes = next;
  };
  for (const change of changes) {
    if ('length' in change) resize(change.length);
    else {
      const end = change.at + change.bytes.length;
      if (end > bytes.length) resize(end);
      change.bytes.copy(bytes, change.at);
    }
  }
  return bytes;
}

/** Each write in pieces that a disk writes at once. */
const torn = (changes: readonly Change[]): Change[] =>
  changes.flatMap((change) => {
    if ('length' in change) return [change];
    const pieces: Change[] = [];
    for (let from = 0; from < change.bytes.length; ) {
      const to = Math.min(change.bytes.length, from + SECTOR - ((change.at + from) % SECTOR));
      pieces.push({ at: change.at + from, bytes: change.bytes.subarray(from, to) });
      from = to;
    }
    return pieces;
  });
