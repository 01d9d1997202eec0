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
import { hasPack } from './rules.ts';

const NO_PACK = 'The pack is ready when the delivered files are open.';
const HASHES = 'SHA256SUMS.txt';

/** Sends what the buyer has of an order as one zip, made while it is sent. */
export async function sendPack(c: Context<Env>, order: Order) {
  const isClosed = order.files_closed === 1;
  if (!hasPack({ orderStatus: order.shown_status, isClosed })) throw new ApiError(409, NO_PACK);
  const files = await filesOf(c.var.services, order);
  c.header('Content-Length', String(zipLength(files)));
  return sendZip(c, `order-${orderNumber(order.id)}.zip`, { files, at: order.updated_at });
}

/** The agreement whose hash its papers name, the newest version, and the papers. The list of hashes is the last. */
async function filesOf({ store, files }: Services, order: Order): Promise<PackedFile[]> {
  const { db } = store;
  const agreement = await getAgreement(db, order.id);
  const packed = [inMemory('agreement.json', agreement.json)];
  const { deliveries } = await readDeliveries(db, order, order.buyer_id);
  const newest = deliveries.at(-1);
  if (newest) {
    const folder = `version-${newest.number}`;
    packed.push(inMemory(`${folder}/message.txt`, newest.message));
    const links = newest.files.flatMap(({ name, address }) =>
      address ? [`${name}: ${address}\n`] : [],
    );
    if (links.length > 0) packed.push(inMemory(`${folder}/links.txt`, links.join('')));
    for (const [at, { _id, name, isLink }] of newest.files.entries()) {
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
