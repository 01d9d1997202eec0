import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { zipSync } from 'fflate';
import type { Context } from 'hono';
import type { StoredFile } from '../../../db/files/file-store.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import type { Env } from '../http/env.ts';
import { streamOf } from './send-file.ts';

/** A file of a zip. Sum and size stand before it, because programs that read a zip while it comes need both. */
export interface PackedFile extends StoredFile {
  name: string;
  read: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

interface Zipped {
  files: AsyncIterable<PackedFile> | Iterable<PackedFile>;
  /** The time of all its files. */
  at: string | Date;
}

/** Sends a zip that is made while it is sent: one file is held at a time, and nothing is compressed. */
export const sendZip = (c: Context<Env>, name: string, zipped: Zipped) =>
  c.body(streamOf(zipPieces(zipped)), 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition('attachment', name),
    'Cache-Control': 'private, no-store',
  });

export function inMemory(name: string, content: string | Uint8Array): PackedFile {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { name, hash, size: bytes.length, crc32: crc32(bytes), read: async () => [bytes] };
}

const END = Buffer.from(zipSync({}));

/** The length of the zip of these files. */
export const zipLength = (files: readonly PackedFile[]): number =>
  files.reduce((sum, file) => {
    const { local, central } = headersOf(file, { mtime: new Date(), offset: 0 });
    return sum + local.length + file.size + central.length;
  }, END.length);

async function* zipPieces({ files, at }: Zipped): AsyncGenerator<Uint8Array> {
  const mtime = new Date(at);
  const directory: Uint8Array[] = [];
  let offset = 0;
  for await (const file of files) {
    const { local, central } = headersOf(file, { mtime, offset });
    directory.push(central);
    offset += local.length + file.size;
    yield local;
    yield* await file.read();
  }
  yield* directory;
  const end = Buffer.from(END);
  for (const field of [8, 10]) end.writeUInt16LE(directory.length, field);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  yield end;
}

/** Those of an empty file, with the sum and the size of this one. */
function headersOf(
  { name, size, crc32: sum }: PackedFile,
  { mtime, offset }: { mtime: Date; offset: number },
) {
  const empty = Buffer.from(zipSync({ [name]: [new Uint8Array(0), { level: 0, mtime }] }));
  const directoryAt = empty.readUInt32LE(empty.length - 6);
  const local = empty.subarray(0, directoryAt);
  const central = empty.subarray(directoryAt, -22);
  central.writeUInt32LE(offset, 42);
  for (const [header, at] of [
    [local, 14],
    [central, 16],
  ] as const)
    for (const [field, value] of [sum, size, size].entries())
      header.writeUInt32LE(value, at + 4 * field);
  return { local, central };
}
