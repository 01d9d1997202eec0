import { Hono } from 'hono';
import { z } from 'zod';
import type { Env } from '../../platform/http/env.ts';
import { validate } from '../../platform/http/validate.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { limitDownloads } from '../accounts/limit-downloads.ts';
import { orderInPath } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/texts.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { readDeliveries } from './deliveries.ts';
import { buyerOf, sendArchive, sendFile, sendFilePicture } from './open-file.ts';
import { buyerPinRoutes } from './pin-routes.ts';
import { ACCEPTED } from './rules.ts';

const acceptBody = z.object({ orderId: z.string(UNKNOWN_ORDER).max(64, UNKNOWN_ORDER) });

/** Routes for the buyer to see and accept deliveries and to download files. */
export const deliveryRoutes = new Hono<Env>()
  .use(verifiedOnly)
  .post('/accept', validate(acceptBody), async (c) => {
    const { orderId } = c.req.valid('json');
    const buyerId = requireVerifiedUser(c).id;
    await transitionOrder(c.var.services, orderId, { to: 'Completed', by: 'buyer', buyerId });
    return c.json({ success: true as const, message: ACCEPTED });
  })
  .get('/file/:id', limitDownloads, (c) => sendFile(c, c.req.param('id'), buyerOf(c)))
  .get('/picture/:id', limitDownloads, (c) => sendFilePicture(c, c.req.param('id'), buyerOf(c)))
  .route('/pins', buyerPinRoutes)
  .get('/archive/:id', limitDownloads, (c) => sendArchive(c, c.req.param('id'), buyerOf(c)))
  .get('/:orderId', async (c) => {
    const order = await orderInPath(c);
    const { deliveries } = await readDeliveries(c.var.services.store.db, order, buyerOf(c));
    return c.json({ success: true as const, deliveries });
  });
