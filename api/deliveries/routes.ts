import { Hono } from 'hono';
import { z } from 'zod';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { limitDownloads } from '../lib/limit-parallel.ts';
import { buyersOnly, requireBuyer } from '../lib/session.ts';
import { validate } from '../lib/validate.ts';
import { findOrderOf } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/rules.ts';
import { sendFile } from './file.ts';
import { takeStep } from './move-order.ts';
import { presentDeliveries } from './present.ts';
import { findFileOf } from './queries.ts';
import { ACCEPTED } from './rules.ts';

const acceptBody = z.object({ orderId: z.string(UNKNOWN_ORDER).max(64, UNKNOWN_ORDER) });

/** What the buyer receives, and their word on it. */
export const deliveries = new Hono<Env>()
  .use(buyersOnly)
  .post('/accept', validate(acceptBody), async (c) => {
    const { orderId } = c.req.valid('json');
    const buyerId = requireBuyer(c).id;
    await takeStep(c.var.deps, orderId, { to: 'Completed', by: 'buyer', buyerId });
    return c.json({ success: true as const, message: ACCEPTED });
  })
  .get('/file/:id', limitDownloads, async (c) => {
    const file = await findFileOf(c.var.deps.store.db, requireBuyer(c).id, c.req.param('id'));
    return sendFile(c, file);
  })
  .get('/:orderId', async (c) => {
    const { db } = c.var.deps.store;
    const order = await findOrderOf(db, requireBuyer(c).id, c.req.param('orderId'));
    if (!order) throw new UserError(404, UNKNOWN_ORDER);
    const { deliveries: list } = await presentDeliveries(db, order.id);
    return c.json({ success: true as const, deliveries: list });
  });
