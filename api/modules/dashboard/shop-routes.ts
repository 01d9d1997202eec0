import { Hono } from 'hono';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { audited } from '../../platform/audit/audited.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { confirmedOwnersOnly } from '../accounts/second-factor/confirm.ts';
import { isShopOpen, openShop } from '../catalog/shop.ts';
import { keepOpeningTerms } from '../orders/cancellation/terms.ts';
import { hasOrders } from '../orders/queries.ts';
import type { Publisher } from '../site/publish/publisher.ts';
import { hasStarterContent, removeStarterContent } from '../site/starter-shop.ts';
import { ALREADY_PUBLISHING } from '../site/texts.ts';
import { removeTestOrders } from './remove-test-orders.ts';

const HAS_ORDERS =
  'Orders were placed in this shop, so its content cannot be removed in one step. Retire the gigs instead.';

const removalBody = z.object({ confirmed: z.literal(true, 'Please confirm the removal.') });

/** Whether the shop is open and holds starter content, and the owner's steps out of both. */
export const shopRoutes = (publisher: Publisher) =>
  new Hono<Env>()
    .get('/', async (c) => {
      const { db } = c.var.services.store;
      const isStarter = (await hasStarterContent(db)) && !(await hasOrders(db));
      const url = c.var.services.config.siteOrigin;
      return c.json({
        ...{ success: true as const, open: await isShopOpen(db), isStarter, url },
        qr: renderSVG(url, { border: 2 }),
      });
    })
    .post('/open', audited('Opened the shop'), async (c) => {
      const { services } = c.var;
      if ((await publisher.status()).running) throw new ApiError(409, ALREADY_PUBLISHING);
      await transaction(services, async (tx) => {
        await keepOpeningTerms(tx);
        await openShop(tx, services);
      });
      await publisher.start();
      return c.json({ success: true as const, message: 'The shop is open in a moment.' });
    })
    .post(
      '/remove-starter-content',
      audited('Removed the starter content'),
      validate(removalBody),
      async (c) => {
        const { services } = c.var;
        await transaction(services, async (tx) => {
          if (await hasOrders(tx)) throw new ApiError(409, HAS_ORDERS);
          await removeStarterContent(tx, services);
        });
        return c.json({ success: true as const, message: 'The starter content is removed.' });
      },
    )
    .post(
      '/remove-test-orders',
      audited('Removed the test orders'),
      confirmedOwnersOnly,
      validate(removalBody),
      async (c) => {
        const { services } = c.var;
        const count = await transaction(services, (tx) => removeTestOrders(tx, services));
        const orders = count === 1 ? 'One test order is' : `${count} test orders are`;
        return c.json({ success: true as const, message: `${orders} removed.` });
      },
    );
