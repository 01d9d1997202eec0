import { Hono } from 'hono';
import { z } from 'zod';
import { audited } from '../../platform/audit/audited.ts';
import { MAX_PICTURE_LENGTH, PICTURE_REFUSED } from '../../platform/files/limits.ts';
import type { Env } from '../../platform/http/env.ts';
import { multiLineText, optionalLine } from '../../platform/http/text-schema.ts';
import { validate } from '../../platform/http/validate.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { ORDER_CHANGES } from '../orders/admin-routes.ts';
import { httpsLink } from '../orders/schema.ts';
import { act, asked, told, undo } from './delayed-acts.ts';
import { openFiles } from './hand-over.ts';
import { sendArchive, sendFile, sendFilePicture } from './open-file.ts';
import {
  MANY_PINS,
  MAX_DELIVERY_MESSAGE_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_FILES,
  MAX_NOTE_LENGTH,
  MAX_PINS,
  MESSAGE_NEEDED,
  UNDONE,
  UNKNOWN_PIN,
  UNNAMED_LINK,
} from './rules.ts';
import { uploadRoutes } from './upload-routes.ts';
import { addLink, addPictureOf, removeFile } from './waiting-files.ts';

const deliverBody = z.object({
  message: multiLineText(MESSAGE_NEEDED, MAX_DELIVERY_MESSAGE_LENGTH, MESSAGE_NEEDED),
  answers: z.array(z.string(UNKNOWN_PIN).max(64, UNKNOWN_PIN)).max(MAX_PINS, MANY_PINS).optional(),
  /** The newest version, when this one corrects it. */
  corrects: z.int().min(1).optional(),
  notes: z
    .array(z.object({ file: z.string().max(64), text: optionalLine(MAX_NOTE_LENGTH) }))
    .max(MAX_FILES)
    .optional(),
});
const linkBody = z.object({
  name: optionalLine(MAX_FILE_NAME_LENGTH).default(''),
  address: httpsLink.transform((link) => new URL(link).href),
});
const pictureBody = z.object({
  data: z.string(PICTURE_REFUSED).max(MAX_PICTURE_LENGTH, PICTURE_REFUSED),
});

const ok = { success: true as const };

/** Routes for the owner to accept and deliver: files, links, pictures of them, and the delivery itself. */
export const adminDeliveryRoutes = new Hono<Env>()
  .route('/', uploadRoutes)
  .get('/file/:id', limitDownloads, (c) => sendFile(c, c.req.param('id'), null))
  .get('/picture/:id', limitDownloads, (c) => sendFilePicture(c, c.req.param('id'), null))
  .get('/archive/:id', limitDownloads, (c) => sendArchive(c, c.req.param('id'), null))
  .post('/:id/accept', audited('Accepted an order', ORDER_CHANGES), async (c) => {
    const orderId = c.req.param('id');
    const done = await act(c.var.services, { ...asked(c, orderId), name: 'accept', body: {} });
    return c.json({ ...ok, ...done, message: told('Accepted', done) });
  })
  .post(
    '/:id/deliver',
    audited('Delivered an order', ORDER_CHANGES),
    validate(deliverBody),
    async (c) => {
      const body = c.req.valid('json');
      const orderId = c.req.param('id');
      const done = await act(c.var.services, { ...asked(c, orderId), name: 'deliver', body });
      return c.json({ ...ok, ...done, message: told('Delivered', done) });
    },
  )
  .post('/:id/undo', audited('Took back what was pressed', ORDER_CHANGES), async (c) => {
    const undone = await undo(c.var.services, c.req.param('id'));
    return c.json({ ...ok, ...undone, message: UNDONE });
  })
  .post('/:id/open', audited('Opened files before a certificate'), async (c) => {
    await openFiles(c.var.services, c.req.param('id'));
    return c.json({ ...ok, message: 'The files are open.' });
  })
  .post('/:id/links', audited('Added a link'), validate(linkBody), async (c) => {
    const { name, address } = c.req.valid('json');
    const file = await addLink(c.var.services, c.req.param('id'), name || UNNAMED_LINK, address);
    return c.json({ ...ok, file, message: 'The link was added to the delivery.' }, 201);
  })
  .put(
    '/:id/files/:file/picture',
    audited('Added a picture of a file'),
    validate(pictureBody),
    async (c) => {
      const { id: orderId, file } = c.req.param();
      await addPictureOf(c.var.services, { orderId, file, ...c.req.valid('json') });
      return c.json({ ...ok, message: 'The picture is added.' });
    },
  )
  .delete('/:id/files/:file', audited('Removed a file'), async (c) => {
    const { id, file } = c.req.param();
    await removeFile(c.var.services, id, file);
    return c.json({ ...ok, message: 'The file is removed.' });
  });
