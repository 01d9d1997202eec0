import { Hono } from 'hono';
import type { Insertable } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../../db/database.ts';
import type { DeliveryFile, Order } from '../../../../db/schema.ts';
import { transaction } from '../../../../db/transaction.ts';
import { audited } from '../../../platform/audit/audited.ts';
import { iso } from '../../../platform/clock.ts';
import { FILE_EMPTY, MAX_PICTURE_LENGTH, PICTURE_REFUSED } from '../../../platform/files/limits.ts';
import { parseImageDataUrl } from '../../../platform/files/picture-type.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { multiLineText, optionalLine, singleLineText } from '../../../platform/http/text-schema.ts';
import { validate } from '../../../platform/http/validate.ts';
import { newId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/services.ts';
import { limitDownloads } from '../../accounts/limit-downloads.ts';
import { ORDER_CHANGES } from '../../orders/admin-routes.ts';
import {
  countUnattachedFiles,
  deleteUnattachedFile,
  findUnattachedFile,
  insertFile,
} from '../../orders/deliveries/deliveries.ts';
import { drawDeliveredFile, storeFilePictures } from '../../orders/deliveries/draw-file.ts';
import {
  MAX_DELIVERY_MESSAGE_LENGTH,
  MAX_FILE_BYTES,
  MAX_FILE_NAME_LENGTH,
  MAX_FILES,
} from '../../orders/deliveries/limits.ts';
import {
  FILE_NAME_NEEDED,
  FILE_REFUSED,
  MESSAGE_NEEDED,
  TOO_MANY_FILES,
  UNKNOWN_FILE,
  UNNAMED_LINK,
} from '../../orders/deliveries/texts.ts';
import { MAX_PINS } from '../../orders/pins/limits.ts';
import { MANY_PINS, UNKNOWN_PIN } from '../../orders/pins/texts.ts';
import { findOrder } from '../../orders/queries.ts';
import { httpsLink } from '../../orders/schema.ts';
import { UNKNOWN_ORDER } from '../../orders/texts.ts';
import { deliverOrder } from './deliver-order.ts';
import { openFiles } from './hand-over.ts';
import { sendArchive, sendFile, sendFilePicture } from './open-file.ts';

const deliverBody = z.object({
  message: multiLineText(MESSAGE_NEEDED, MAX_DELIVERY_MESSAGE_LENGTH, MESSAGE_NEEDED),
  answers: z.array(z.string(UNKNOWN_PIN).max(64, UNKNOWN_PIN)).max(MAX_PINS, MANY_PINS).optional(),
});
const fileBody = z.object({
  name: singleLineText(FILE_NAME_NEEDED, MAX_FILE_NAME_LENGTH),
  data: z
    .base64(FILE_REFUSED)
    .min(1, FILE_EMPTY)
    .max(Math.ceil((MAX_FILE_BYTES * 4) / 3) + 4, FILE_REFUSED),
});
const linkBody = z.object({
  name: optionalLine(MAX_FILE_NAME_LENGTH).default(''),
  address: httpsLink.transform((link) => new URL(link).href),
});
const pictureBody = z.object({
  data: z.string(PICTURE_REFUSED).max(MAX_PICTURE_LENGTH, PICTURE_REFUSED),
});

const ok = { success: true as const };

/** An order for whose next delivery there is room for one more file or link. */
async function requireRoom(db: Db, id: string): Promise<Order> {
  const order = await findOrder(db, id);
  if (!order) throw new ApiError(404, UNKNOWN_ORDER);
  if ((await countUnattachedFiles(db, order.id)) >= MAX_FILES)
    throw new ApiError(409, TOO_MANY_FILES);
  return order;
}

type NewFile = Pick<Insertable<DeliveryFile>, 'name' | 'size' | 'bytes' | 'is_link'>;

async function addFile(
  services: Services,
  order: Order,
  file: NewFile,
  pictures: Awaited<ReturnType<typeof drawDeliveredFile>> = [],
) {
  const id = newId();
  const created_at = iso(services.clock());
  const row = { ...file, id, order_id: order.id, delivery_id: null, created_at };
  await transaction(services, async (tx) => {
    await insertFile(tx, row);
    await storeFilePictures(tx, id, pictures);
  });
  return { _id: id, name: file.name, size: file.size };
}

/** Routes for the owner to deliver: files, links, pictures of them, and the delivery itself. */
export const adminDeliveryRoutes = new Hono<Env>()
  .get('/file/:id', limitDownloads, (c) => sendFile(c, c.req.param('id'), null))
  .get('/picture/:id', limitDownloads, (c) => sendFilePicture(c, c.req.param('id'), null))
  .get('/archive/:id', limitDownloads, (c) => sendArchive(c, c.req.param('id'), null))
  .post(
    '/:id/deliver',
    audited('Delivered an order', ORDER_CHANGES),
    validate(deliverBody),
    async (c) => {
      await deliverOrder(c.var.services, c.req.param('id'), c.req.valid('json'));
      return c.json({ ...ok, message: 'Delivered. The buyer is notified.' });
    },
  )
  .post('/:id/open', audited('Opened files before a certificate'), async (c) => {
    await openFiles(c.var.services, c.req.param('id'));
    return c.json({ ...ok, message: 'The files are open.' });
  })
  .post('/:id/files', audited('Uploaded a file'), validate(fileBody), async (c) => {
    const { db } = c.var.services.store;
    const order = await requireRoom(db, c.req.param('id'));
    const { name, data } = c.req.valid('json');
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > MAX_FILE_BYTES) throw new ApiError(413, FILE_REFUSED);
    const pictures = await drawDeliveredFile(db, order, bytes);
    const file = await addFile(
      c.var.services,
      order,
      { name, size: bytes.length, bytes },
      pictures,
    );
    return c.json({ ...ok, file }, 201);
  })
  .post('/:id/links', audited('Added a link'), validate(linkBody), async (c) => {
    const { services } = c.var;
    const order = await requireRoom(services.store.db, c.req.param('id'));
    const { name, address } = c.req.valid('json');
    const link = { name: name || UNNAMED_LINK, size: 0, bytes: Buffer.from(address) };
    const file = await addFile(services, order, { ...link, is_link: 1 });
    return c.json({ ...ok, file, message: 'The link was added to the delivery.' }, 201);
  })
  .put(
    '/:id/files/:file/picture',
    audited('Added a picture of a file'),
    validate(pictureBody),
    async (c) => {
      const { id, file } = c.req.param();
      const { db } = c.var.services.store;
      const order = await findOrder(db, id);
      if (!order || !(await findUnattachedFile(db, id, file)))
        throw new ApiError(404, UNKNOWN_FILE);
      const picture = await parseImageDataUrl(c.req.valid('json').data);
      const drawn = picture ? await drawDeliveredFile(db, order, picture.bytes) : [];
      if (drawn.length === 0) throw new ApiError(400, PICTURE_REFUSED, { field: 'data' });
      await transaction(c.var.services, async (tx) => {
        if (!(await findUnattachedFile(tx, id, file))) throw new ApiError(404, UNKNOWN_FILE);
        await storeFilePictures(tx, file, drawn);
      });
      return c.json({ ...ok, message: 'The picture is added.' });
    },
  )
  .delete('/:id/files/:file', audited('Removed a file'), async (c) => {
    const { id, file } = c.req.param();
    await transaction(c.var.services, async (tx) => {
      const gone = await deleteUnattachedFile(tx, id, file);
      if (!gone) throw new ApiError(404, UNKNOWN_FILE);
    });
    return c.json({ ...ok, message: 'The file is removed.' });
  });
