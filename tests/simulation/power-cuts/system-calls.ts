import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a program asked of the file system, and when the call began and returned, in seconds. */
export type SystemCall = { start: number; end: number } & (
  | { kind: 'create'; path: string; truncate: boolean }
  | { kind: 'write'; path: string; at: number | null; bytes: Buffer }
  | { kind: 'truncate'; path: string; length: number }
  | { kind: 'copy'; path: string; from: string; length: number }
  | { kind: 'sync'; path: string }
  | { kind: 'mkdir' | 'remove'; path: string }
  | { kind: 'rename' | 'link'; path: string; to: string }
  | { kind: 'symlink'; path: string; target: string }
);

export const TRACED = [
  ...['openat', 'pwrite64', 'write', 'writev', 'ftruncate', 'fsync', 'fdatasync'],
  ...['rename', 'renameat', 'renameat2', 'unlink', 'unlinkat', 'mkdir', 'mkdirat', 'rmdir'],
  ...['link', 'linkat', 'symlink', 'symlinkat', 'copy_file_range', 'sendfile', 'fallocate'],
];

const LINE = /^(\d+\.\d+) (\w+)\((.*)\)\s+= (\d+)(?:<([^>]*)>)?.* <(\d+\.\d+)>$/s;
const TEXT = /"((?:\\x[\da-f]{2})*)"(\.\.\.)?/g;
const OPEN_FILE = /\d+<([^>]*)>/g;

/** Reads the files that `strace -ff -ttt -T -y -xx` wrote, one per thread, in the order in which calls returned. */
export function readSystemCalls(folder: string, below: string): SystemCall[] {
  const calls: SystemCall[] = [];
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'latin1').split('\n')) {
      const call = readLine(line);
      if (call?.path.startsWith(below)) calls.push(call);
    }
  }
  return calls.sort((one, other) => one.end - other.end);
}

function readLine(line: string): SystemCall | null {
  const [, at = '', name = '', given = '', result = '', opened = '', took = ''] =
    LINE.exec(line) ?? [];
  if (!name) return null;
  const start = Number(at);
  const when = { start, end: start + Number(took) };
  const texts = [...given.matchAll(TEXT)].map(([, text = '', cut]) => {
    if (cut) throw new Error(`strace cut a text off: ${line.slice(0, 200)}`);
    return Buffer.from(text.replaceAll('\\x', ''), 'hex');
  });
  const files = [...given.replaceAll(TEXT, '""').matchAll(OPEN_FILE)].map(([, path = '']) =>
    decoded(path),
  );
  const [file = ''] = files;
  const path = String(texts[0] ?? '');
  const second = String(texts[1] ?? '');
  switch (name) {
    case 'openat':
      if (!/O_CREAT|O_TRUNC/.test(given)) return null;
      return { ...when, kind: 'create', path: decoded(opened), truncate: /O_TRUNC/.test(given) };
    case 'pwrite64':
      return {
        ...{ ...when, kind: 'write', path: file, at: Number(/, (\d+)$/.exec(given)?.[1]) },
        bytes: (texts[0] ?? Buffer.alloc(0)).subarray(0, Number(result)),
      };
    case 'write':
    case 'writev': {
      const bytes = Buffer.concat(texts).subarray(0, Number(result));
      return { ...when, kind: 'write', path: file, at: null, bytes };
    }
    case 'ftruncate':
      return { ...when, kind: 'truncate', path: file, length: Number(/(\d+)$/.exec(given)?.[1]) };
    case 'copy_file_range':
      return { ...when, kind: 'copy', from: file, path: files[1] ?? '', length: Number(result) };
    case 'sendfile':
      return { ...when, kind: 'copy', path: file, from: files[1] ?? '', length: Number(result) };
    case 'fallocate':
      throw new Error('fallocate is not known to the model of the disk');
    case 'fsync':
    case 'fdatasync':
      return { ...when, kind: 'sync', path: file };
    case 'mkdir':
    case 'mkdirat':
      return { ...when, kind: 'mkdir', path };
    case 'symlink':
    case 'symlinkat':
      return { ...when, kind: 'symlink', target: path, path: second };
    case 'link':
    case 'linkat':
      return { ...when, kind: 'link', path, to: second };
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return { ...when, kind: 'rename', path, to: second };
    default:
      return { ...when, kind: 'remove', path };
  }
}

/** `-xx` writes the paths of open files in hexadecimal, too; one that was deleted has a note behind it. */
const decoded = (path: string): string =>
  (path.startsWith('\\x')
    ? Buffer.from(path.replaceAll('\\x', ''), 'hex').toString()
    : path
  ).replace(/ \(deleted\)$/, '');
