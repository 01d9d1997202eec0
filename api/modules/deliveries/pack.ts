import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { zipSync } from 'fflate';
import type { Context } from 'hono';
import { FileMissing, type StoredFile } from '../../../db/files/file-store.ts';
import type { Order } from '../../../db/schema.ts';
import { goneIfMissing, streamOf } from '../../platform/files/send-file.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { toDocumentDtos } from '../billing/documents-dto.ts';
import { documentAttachments } from '../billing/download-document.ts';
import { getAgreement } from '../orders/agreements/write-agreement.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { readDeliveries } from './deliveries.ts';
import { requireOpenContent } from './open-file.ts';

const NOT_ACCEPTED = 'The pack is ready when the delivery is accepted.';
const HASHES = 'SHA256SUMS.txt';

interface PackedFile extends StoredFile {
  name: string;
  read: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
}

/** Sends what the buyer has of a completed order as one zip, made while it is sent. */
export async function sendPack(c: Context<Env>, order: Order) {
  if (order.shown_status !== 'Completed') throw new ApiError(409, NOT_ACCEPTED);
  const { length, pieces } = zip(await filesOf(c.var.services, order), new Date(order.updated_at));
  return c.body(streamOf(pieces), 200, {
    'Content-Type': 'application/zip',
    'Content-Length': String(length),
    'Content-Disposition': contentDisposition('attachment', `order-${orderNumber(order.id)}.zip`),
    'Cache-Control': 'private, no-store',
  });
}

/** The agreement whose hash its papers name, the accepted version, and the papers. The list of hashes is the last. */
async function filesOf({ store, files }: Services, order: Order): Promise<PackedFile[]> {
  const { db } = store;
  const agreement = await getAgreement(db, order.id);
  const packed = [inMemory('agreement.json', agreement.json)];
  const { deliveries } = await readDeliveries(db, order, order.buyer_id);
  const accepted = deliveries.at(-1);
  if (accepted) {
    const folder = `version-${accepted.number}`;
    packed.push(inMemory(`${folder}/message.txt`, accepted.message));
    const links = accepted.files.flatMap(({ name, address }) =>
      address ? [`${name}: ${address}\n`] : [],
    );
    if (links.length > 0) packed.push(inMemory(`${folder}/links.txt`, links.join('')));
    for (const [at, { _id, name, isLink }] of accepted.files.entries()) {
      if (isLink) continue;
      const file = await requireOpenContent(db, _id, order.buyer_id);
      if (!(await files.has(file.hash))) goneIfMissing(new FileMissing(file.hash));
      const read = () => files.read(file.hash, { from: 0, length: file.size });
      packed.push({ ...file, name: `${folder}/${at + 1} ${plainName(name)}`, read });
    }
  }
  for (const { number } of await toDocumentDtos(db, order.id))
    for (const { filename, content } of await documentAttachments(store, number))
      packed.push(inMemory(`papers/${filename}`, content));
  const hashes = packed.map(({ hash, name }) => `${hash}  ${name}\n`);
  return [...packed, inMemory(HASHES, hashes.join(''))];
}

function inMemory(name: string, content: string | Uint8Array): PackedFile {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { name, hash, size: bytes.length, crc32: crc32(bytes), read: async () => [bytes] };
}

/** A name without folders, which some programs would follow. */
const plainName = (name: string): string => name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_');

/**
 * Sum and size stand before each file, because programs that read a zip while it comes need both. Nothing is compressed, so
 * the length is known.
 */
function zip(files: PackedFile[], mtime: Date) {
  let offset = 0;
  const entries = files.map((file) => {
    const headers = headersOf(file, { mtime, offset });
    offset += headers.local.length + file.size;
    return { ...headers, read: file.read };
  });
  const directory = Buffer.concat(entries.map(({ central }) => central));
  const end = Buffer.from(zipSync({}));
  for (const at of [8, 10]) end.writeUInt16LE(entries.length, at);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  async function* pieces() {
    for (const { local, read } of entries) {
      yield local;
      yield* await read();
    }
    yield directory;
    yield end;
  }
  return { length: offset + directory.length + end.length, pieces: pieces() };
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
