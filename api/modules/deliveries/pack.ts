import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { zipSync } from 'fflate';
import type { Context } from 'hono';
import type { Order } from '../../../db/schema.ts';
import { streamOf } from '../../platform/files/stored-file.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { toDocumentDtos } from '../billing/documents-dto.ts';
import { documentAttachments } from '../billing/download-document.ts';
import { getAgreement } from '../orders/agreements/write-agreement.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { readDeliveries } from './deliveries.ts';
import { readOpenFile } from './open-file.ts';

const NOT_ACCEPTED = 'The pack is ready when the delivery is accepted.';
const HASHES = 'SHA256SUMS.txt';

interface PackedFile {
  name: string;
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Sends what the buyer has of a completed order as one zip, made while it is sent. */
export function sendPack(c: Context<Env>, order: Order) {
  if (order.shown_status !== 'Completed') throw new ApiError(409, NOT_ACCEPTED);
  const packed = zip(filesOf(c.var.services, order), new Date(order.updated_at));
  return c.body(streamOf(packed), 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition('attachment', `order-${orderNumber(order.id)}.zip`),
    'Cache-Control': 'private, no-store',
  });
}

/** The accepted version, the agreement whose hash its papers name, and the papers. */
async function* filesOf({ store }: Services, order: Order): AsyncGenerator<PackedFile> {
  const { db } = store;
  const agreement = await getAgreement(db, order.id);
  yield { name: 'agreement.json', pieces: [Buffer.from(agreement.json)] };
  const { deliveries } = await readDeliveries(db, order, order.buyer_id);
  const accepted = deliveries.at(-1);
  if (accepted) {
    const folder = `version-${accepted.number}`;
    yield { name: `${folder}/message.txt`, pieces: [Buffer.from(accepted.message)] };
    const links = accepted.files.flatMap(({ name, address }) =>
      address ? [`${name}: ${address}\n`] : [],
    );
    if (links.length > 0)
      yield { name: `${folder}/links.txt`, pieces: [Buffer.from(links.join(''))] };
    for (const [at, { _id, name, isLink }] of accepted.files.entries()) {
      if (isLink) continue;
      const pieces = await readOpenFile(db, _id, order.buyer_id);
      yield { name: `${folder}/${at + 1} ${plainName(name)}`, pieces };
    }
  }
  for (const { number } of await toDocumentDtos(db, order.id))
    for (const { filename, content } of await documentAttachments(store, number))
      yield { name: `papers/${filename}`, pieces: [content] };
}

/** A name without folders, which some programs would follow. */
const plainName = (name: string): string => name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_');

/**
 * Holds one file in memory at a time, because its sum and its size stand before it: programs that read a zip while it
 * comes need both. Nothing is compressed. The list of hashes is the last file.
 */
async function* zip(files: AsyncIterable<PackedFile>, mtime: Date): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  const hashes: string[] = [];
  let offset = 0;
  function* pack(name: string, pieces: Uint8Array[]) {
    const sum = pieces.reduce((before, piece) => crc32(piece, before), 0);
    const size = pieces.reduce((before, piece) => before + piece.length, 0);
    const { local, central } = headersOf(name, { mtime, sum, size, offset });
    directory.push(central);
    offset += local.length + size;
    yield local;
    yield* pieces;
  }
  for await (const { name, pieces } of files) {
    const hash = createHash('sha256');
    const whole: Uint8Array[] = [];
    for await (const piece of pieces) {
      hash.update(piece);
      whole.push(piece);
    }
    hashes.push(`${hash.digest('hex')}  ${name}\n`);
    yield* pack(name, whole);
  }
  yield* pack(HASHES, [Buffer.from(hashes.join(''))]);
  yield* directory;
  const end = Buffer.from(zipSync({}));
  for (const at of [8, 10]) end.writeUInt16LE(directory.length, at);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  yield end;
}

/** Those of an empty file, with the sum and the size of this one. */
function headersOf(
  name: string,
  { mtime, sum, size, offset }: { mtime: Date; sum: number; size: number; offset: number },
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
