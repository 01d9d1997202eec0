import { Hono } from 'hono';
import { z } from 'zod';
import type { Db } from '../../db/connect.ts';
import { findUser } from '../accounts/queries.ts';
import { line } from '../accounts/schema.ts';
import { sendFile } from '../deliveries/file.ts';
import { deliver, takeStep } from '../deliveries/move-order.ts';
import { presentDeliveries } from '../deliveries/present.ts';
import { countLooseFiles, dropLooseFile, findFile, insertFile } from '../deliveries/queries.ts';
import {
  FILE_MOST_BYTES,
  FILE_REFUSED,
  FILES_MOST,
  MESSAGE_MOST,
  MESSAGE_NEEDED,
  movesOf,
  REASON_NEEDED,
  TOO_MANY_FILES,
  UNKNOWN_FILE,
} from '../deliveries/rules.ts';
import { iso } from '../lib/clock.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { validate } from '../lib/validate.ts';
import { mediaUrl } from '../media/present.ts';
import { listOrderEvents } from '../orders/events.ts';
import { presentEvent, presentOrder } from '../orders/present.ts';
import { findOrder } from '../orders/queries.ts';
import { findRequirements } from '../orders/requirements.ts';
import { type OrderStatus, UNKNOWN_ORDER } from '../orders/rules.ts';
import { presentForDesk } from '../payments/present.ts';
import { listPaymentsOf } from '../payments/queries.ts';
import { presentRevision } from '../revisions/present.ts';
import { listRevisions } from '../revisions/queries.ts';
import { countByStatus, listQueue } from './order-queries.ts';

const STATUSES = ['In Progress', 'Accepted', 'Rejected', 'Delivered', 'Completed'] as const;

const queueQuery = z.object({
  status: z.enum(STATUSES).optional().catch(undefined),
  find: z.string().trim().max(100).optional().catch(undefined),
  before: z.iso.datetime().optional().catch(undefined),
});
const rejectBody = z.object({
  reason: z.string(REASON_NEEDED).trim().min(1, REASON_NEEDED).max(MESSAGE_MOST, REASON_NEEDED),
});
const deliverBody = z.object({
  message: z.string(MESSAGE_NEEDED).trim().min(1, MESSAGE_NEEDED).max(MESSAGE_MOST, MESSAGE_NEEDED),
});
const fileBody = z.object({
  name: line(FILE_REFUSED, 200),
  data: z
    .base64(FILE_REFUSED)
    .min(1, FILE_REFUSED)
    .max(Math.ceil((FILE_MOST_BYTES * 4) / 3) + 4, FILE_REFUSED),
});

const ok = { success: true as const };

/** Orders as the owner works on them; mounted behind the owner's guard. */
export const deskOrders = new Hono<Env>()
  .get('/', async (c) => {
    const { db } = c.var.deps.store;
    const rows = await listQueue(db, queueQuery.parse(c.req.query()));
    const counts = Object.fromEntries(
      (await countByStatus(db)).map(({ status, orders }) => [status, orders]),
    ) as Partial<Record<OrderStatus, number>>;
    const orders = rows.map((row) => ({
      ...presentOrder(row),
      buyer: {
        name: row.buyer_name,
        avatar: row.avatar_hash ? mediaUrl(row.avatar_hash, 'image/webp') : null,
      },
    }));
    return c.json({ ...ok, orders, counts });
  })
  .get('/file/:id', async (c) =>
    sendFile(c, await findFile(c.var.deps.store.db, c.req.param('id'))),
  )
  .get('/:id', async (c) => {
    return c.json({ ...ok, order: await presentInFull(c.var.deps.store.db, c.req.param('id')) });
  })
  .post('/:id/accept', async (c) => {
    await takeStep(c.var.deps, c.req.param('id'), { to: 'Accepted', by: 'owner' });
    return c.json({ ...ok, message: 'Accepted. The buyer is told.' });
  })
  .post('/:id/reject', validate(rejectBody), async (c) => {
    const { reason } = c.req.valid('json');
    await takeStep(c.var.deps, c.req.param('id'), { to: 'Rejected', by: 'owner', reason });
    return c.json({ ...ok, message: 'Rejected. What was paid is to be given back.' });
  })
  .post('/:id/deliver', validate(deliverBody), async (c) => {
    await deliver(c.var.deps, c.req.param('id'), c.req.valid('json').message);
    return c.json({ ...ok, message: 'Delivered. The buyer is told.' });
  })
  .post('/:id/files', validate(fileBody), async (c) => {
    const { db } = c.var.deps.store;
    const order = await findOrder(db, c.req.param('id'));
    if (!order) throw new UserError(404, UNKNOWN_ORDER);
    if ((await countLooseFiles(db, order.id)) >= FILES_MOST)
      throw new UserError(409, TOO_MANY_FILES);
    const { name, data } = c.req.valid('json');
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > FILE_MOST_BYTES) throw new UserError(413, FILE_REFUSED);
    const file = { id: newId(), name, size: bytes.length };
    const created_at = iso(c.var.deps.clock());
    await insertFile(db, { ...file, order_id: order.id, delivery_id: null, bytes, created_at });
    return c.json({ ...ok, file: { _id: file.id, name, size: file.size } }, 201);
  })
  .delete('/:id/files/:file', async (c) => {
    const { id, file } = c.req.param();
    if (!(await dropLooseFile(c.var.deps.store.db, id, file)))
      throw new UserError(404, UNKNOWN_FILE);
    return c.json({ ...ok, message: 'The file is taken away.' });
  });

async function presentInFull(db: Db, id: string) {
  const order = await findOrder(db, id);
  if (!order) throw new UserError(404, UNKNOWN_ORDER);
  const [buyer, requirements, revisions, payments, events, handed] = await Promise.all([
    findUser(db, order.buyer_id),
    findRequirements(db, id),
    listRevisions(db, id),
    listPaymentsOf(db, id),
    listOrderEvents(db, id),
    presentDeliveries(db, id),
  ]);
  const person = { id: order.buyer_id, email: buyer?.email ?? '' };
  return {
    ...presentOrder(order),
    moves: movesOf(order.status, 'owner'),
    buyer: { name: order.buyer_name, email: order.buyer_email },
    address: JSON.parse(order.address) as Record<string, string>,
    requirements,
    revisions: revisions.map((row) => presentRevision(row, order, person)),
    payments: payments.map((row) => presentForDesk(row)),
    timeline: events.map(presentEvent),
    ...handed,
  };
}

export type DeskOrder = Awaited<ReturnType<typeof presentInFull>>;
