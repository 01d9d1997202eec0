import type { Context } from 'hono';
import { FileMissing } from '../../../db/files/file-store.ts';
import type { Order } from '../../../db/schema.ts';
import { goneIfMissing } from '../../platform/files/send-file.ts';
import { inMemory, type PackedFile, sendZip, zipLength } from '../../platform/files/send-zip.ts';
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

/** Sends what the buyer has of a completed order as one zip, made while it is sent. */
export async function sendPack(c: Context<Env>, order: Order) {
  if (order.shown_status !== 'Completed') throw new ApiError(409, NOT_ACCEPTED);
  const files = await filesOf(c.var.services, order);
  c.header('Content-Length', String(zipLength(files)));
  return sendZip(c, `order-${orderNumber(order.id)}.zip`, { files, at: order.updated_at });
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

/** A name without folders, which some programs would follow. */
const plainName = (name: string): string => name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_');
