import { createHash } from 'node:crypto';
import { Zip, ZipPassThrough } from 'fflate';
import type { Context } from 'hono';
import type { Order } from '../../../db/schema.ts';
import { streamOf } from '../../platform/files/stored-file.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { toDocumentDtos } from '../billing/documents-dto.ts';
import { documentAttachments } from '../billing/download-document.ts';
import { findAgreement } from '../orders/agreements/write-agreement.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { readDeliveries, readOpenFile } from '../payments/hand-over/open-file.ts';

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
    'Content-Disposition': `attachment; filename="order-${orderNumber(order.id)}.zip"`,
    'Cache-Control': 'private, no-store',
  });
}

/** The accepted version, the agreement whose hash its papers name, and the papers. */
async function* filesOf({ store }: Services, order: Order): AsyncGenerator<PackedFile> {
  const { db } = store;
  const agreement = await findAgreement(db, order.id);
  if (agreement) yield { name: 'agreement.json', pieces: [Buffer.from(agreement.json)] };
  const { deliveries } = await readDeliveries(db, order.id, order.buyer_id);
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

/** Holds one piece of one file in memory at a time. The list of hashes is the last file. */
async function* zip(files: AsyncIterable<PackedFile>, mtime: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const hashes: string[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const begin = (name: string) => {
    const entry = new ZipPassThrough(name);
    entry.mtime = mtime;
    archive.add(entry);
    return entry;
  };
  for await (const { name, pieces } of files) {
    const entry = begin(name);
    const hash = createHash('sha256');
    for await (const piece of pieces) {
      hash.update(piece);
      entry.push(piece);
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(0), true);
    hashes.push(`${hash.digest('hex')}  ${name}\n`);
  }
  begin(HASHES).push(Buffer.from(hashes.join('')), true);
  archive.end();
  yield* ready.splice(0);
}
