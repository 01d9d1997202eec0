import { Hono } from 'hono';
import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { audited, columnsOf } from '../../platform/audit/audited.ts';
import { iso } from '../../platform/clock.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { multiLineText, singleLineText } from '../../platform/http/text-schema.ts';
import { validate } from '../../platform/http/validate.ts';
import { newId } from '../../platform/ids.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { confirmedOwnersOnly } from '../accounts/second-factor/confirm.ts';
import { resumeOrder, waitForBuyer } from './clock/clock.ts';
import {
  GOES_ON,
  MAX_REASON_LENGTH,
  REASON_NEEDED as REASON_TO_WAIT_NEEDED,
  WAITING,
} from './clock/texts.ts';
import {
  countUnattachedFiles,
  deleteUnattachedFile,
  deliverOrder,
  insertFile,
} from './deliveries/deliveries.ts';
import { MAX_DELIVERY_MESSAGE_LENGTH, MAX_FILE_BYTES, MAX_FILES } from './deliveries/limits.ts';
import { downloadFileAsOwner } from './deliveries/open-file.ts';
import {
  FILE_REFUSED,
  MESSAGE_NEEDED,
  REASON_NEEDED,
  TOO_MANY_FILES,
  UNKNOWN_FILE,
} from './deliveries/texts.ts';
import { findOrder } from './queries.ts';
import { UNKNOWN_ORDER } from './texts.ts';
import { transitionOrder } from './transition-order.ts';

const rejectBody = z.object({
  reason: multiLineText(REASON_NEEDED, MAX_DELIVERY_MESSAGE_LENGTH, REASON_NEEDED),
});
const deliverBody = z.object({
  message: multiLineText(MESSAGE_NEEDED, MAX_DELIVERY_MESSAGE_LENGTH, MESSAGE_NEEDED),
});
const waitBody = z.object({
  reason: singleLineText(REASON_TO_WAIT_NEEDED, MAX_REASON_LENGTH),
});
const fileBody = z.object({
  name: singleLineText(FILE_REFUSED, 200),
  data: z
    .base64(FILE_REFUSED)
    .min(1, FILE_REFUSED)
    .max(Math.ceil((MAX_FILE_BYTES * 4) / 3) + 4, FILE_REFUSED),
});

const ok = { success: true as const };

/** What the audit log records of an order before and after an act of the owner. */
export const ORDER_CHANGES = {
  snapshot: columnsOf('orders', 'status', 'paid', 'refunded', 'delivery_date', 'used_revisions'),
};

/** Routes for the owner to work on an order: accept, reject, deliver, wait. */
export const adminOrderRoutes = new Hono<Env>()
  .get('/file/:id', limitDownloads, (c) => downloadFileAsOwner(c, c.req.param('id')))
  .post('/:id/accept', audited('Accepted an order', ORDER_CHANGES), async (c) => {
    await transitionOrder(c.var.services, c.req.param('id'), { to: 'Accepted', by: 'owner' });
    return c.json({ ...ok, message: 'Accepted. The buyer is notified.' });
  })
  .post(
    '/:id/reject',
    audited('Rejected an order', ORDER_CHANGES),
    validate(rejectBody),
    confirmedOwnersOnly,
    async (c) => {
      const { reason } = c.req.valid('json');
      await transitionOrder(c.var.services, c.req.param('id'), {
        to: 'Rejected',
        by: 'owner',
        reason,
      });
      return c.json({ ...ok, message: 'Rejected. Everything paid is refunded automatically.' });
    },
  )
  .post(
    '/:id/deliver',
    audited('Delivered an order', ORDER_CHANGES),
    validate(deliverBody),
    async (c) => {
      await deliverOrder(c.var.services, c.req.param('id'), c.req.valid('json').message);
      return c.json({ ...ok, message: 'Delivered. The buyer is notified.' });
    },
  )
  .post(
    '/:id/wait',
    audited('Waited for a buyer', ORDER_CHANGES),
    validate(waitBody),
    async (c) => {
      await waitForBuyer(c.var.services, c.req.param('id'), c.req.valid('json').reason);
      return c.json({ ...ok, message: WAITING });
    },
  )
  .post('/:id/resume', audited('Went on with an order', ORDER_CHANGES), async (c) => {
    await resumeOrder(c.var.services, c.req.param('id'), { side: 'owner' });
    return c.json({ ...ok, message: GOES_ON });
  })
  .post('/:id/files', audited('Uploaded a file'), validate(fileBody), async (c) => {
    const { db } = c.var.services.store;
    const order = await findOrder(db, c.req.param('id'));
    if (!order) throw new ApiError(404, UNKNOWN_ORDER);
    if ((await countUnattachedFiles(db, order.id)) >= MAX_FILES)
      throw new ApiError(409, TOO_MANY_FILES);
    const { name, data } = c.req.valid('json');
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > MAX_FILE_BYTES) throw new ApiError(413, FILE_REFUSED);
    const file = { id: newId(), name, size: bytes.length };
    const created_at = iso(c.var.services.clock());
    const row = { ...file, order_id: order.id, delivery_id: null, bytes, created_at };
    await transaction(c.var.services, (tx) => insertFile(tx, row));
    return c.json({ ...ok, file: { _id: file.id, name, size: file.size } }, 201);
  })
  .delete('/:id/files/:file', audited('Removed a file'), async (c) => {
    const { id, file } = c.req.param();
    await transaction(c.var.services, async (tx) => {
      const gone = await deleteUnattachedFile(tx, id, file);
      if (!gone) throw new ApiError(404, UNKNOWN_FILE);
    });
    return c.json({ ...ok, message: 'The file is removed.' });
  });
