import type { Db } from '../../../../db/database.ts';
import type { DeliveryPicture, Order } from '../../../../db/schema.ts';
import { drawPicture, FOR_OWNER } from '../../../platform/files/draw-picture.ts';
import type { PictureFormat } from '../../../platform/files/draw-picture-process.ts';
import { DRAWING_SECONDS } from '../../../platform/files/limits.ts';
import { PICTURE_FORMATS } from '../../../platform/files/picture-type.ts';
import { opensWhenPaid } from '../agreements/write-agreement.ts';
import { orderNumber } from '../order-number-rules.ts';

const WHOLE = { width: 2_048, height: 2_048, fit: 'inside', as: 'webp', quality: 84 } as const;
const PREVIEW = { width: 1_000, height: 1_000, fit: 'inside', as: 'webp', quality: 60 } as const;

type Drawn = Omit<DeliveryPicture, 'file_id'>[];

/**
 * Draws what is shown of a picture, without its metadata: all of it, and for an order whose files open with a payment a
 * smaller one with order and name over it. Empty for a file that is no picture or cannot be drawn.
 */
export async function drawDeliveredFile(db: Db, order: Order, bytes: Buffer): Promise<Drawn> {
  // Imported on first use, so that an idle app needs less memory.
  const { fileTypeFromBuffer } = await import('file-type');
  const format = PICTURE_FORMATS[(await fileTypeFromBuffer(bytes))?.mime ?? ''];
  return format ? draw(db, order, { bytes, format }) : [];
}

async function draw(
  db: Db,
  order: Order,
  file: { bytes: Buffer; format: PictureFormat },
): Promise<Drawn> {
  const marks = [`Preview #${orderNumber(order.id)}`, order.buyer_name];
  const pictures = (await opensWhenPaid(db, order.id)) ? [WHOLE, { ...PREVIEW, marks }] : [WHOLE];
  const drawn = await drawPicture({ ...file, pictures, seconds: DRAWING_SECONDS }, FOR_OWNER);
  return (drawn?.pictures ?? []).map(({ width, height, bytes }, at) => ({
    ...{ kind: at === 0 ? ('whole' as const) : ('preview' as const), width, height, bytes },
  }));
}

export const storeFilePictures = async (tx: Db, file_id: string, drawn: Drawn): Promise<void> => {
  await tx.deleteFrom('delivery_pictures').where('file_id', '=', file_id).execute();
  if (drawn.length === 0) return;
  const rows = drawn.map((picture) => ({ file_id, ...picture }));
  await tx.insertInto('delivery_pictures').values(rows).execute();
};
