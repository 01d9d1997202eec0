import { Hono } from 'hono';
import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import type { Env } from '../../platform/http/env.ts';
import { type ResponseCache, sendPublicJson } from '../../platform/http/response-cache.ts';
import { validate } from '../../platform/http/validate.ts';
import type { Services } from '../../platform/services.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { resumeOrder } from './clock/clock.ts';
import { SENT } from './clock/texts.ts';
import { checkBody, checkCode } from './discounts/discounts.ts';
import { listPlanDates } from './order-dates.ts';
import { billingOf } from './place-order.ts';
import { findLastAddress, orderInPath } from './queries.ts';
import { findRequirements, saveRequirements } from './requirements.ts';
import { type AddressInfo, addressInfo, requirementsBody } from './schema.ts';
import { takesDeductions } from './seller.ts';
import { BILLING_SAVED, REQUIREMENTS_SAVED } from './texts.ts';

const ok = { success: true } as const;

/** When each package of a gig would start and be delivered if it were ordered now; empty without a calendar. */
export function planDates(services: Services, cached: ResponseCache) {
  const { db } = services.store;
  const datesOf = (id: string) =>
    cached(`dates:${id}`, async () => ({ ...ok, ...(await listPlanDates(db, services, id)) }));
  return new Hono<Env>().get('/availability/:gigId', async (c) =>
    sendPublicJson(c, await datesOf(c.req.param('gigId'))),
  );
}

export const orders = new Hono<Env>()
  .use(verifiedOnly)

  .get('/last-address', async (c) => {
    const user = requireVerifiedUser(c);
    const kept = user.billing ?? (await findLastAddress(c.var.services.store.db, user.id))?.address;
    const address = kept ? (JSON.parse(kept) as AddressInfo) : null;
    const hasDeductions = await takesDeductions(c.var.services.store.db);
    return c.json({ ...ok, address, takesDeductions: hasDeductions });
  })

  .put('/last-address', validate(z.object({ addressInfo })), async (c) => {
    const user = requireVerifiedUser(c);
    const { services } = c.var;
    await transaction(services, (tx) =>
      billingOf(tx, services, c.req.valid('json').addressInfo, user),
    );
    return c.json({ ...ok, message: BILLING_SAVED });
  })

  .post('/discount', validate(checkBody), async (c) => {
    const who = { buyerId: requireVerifiedUser(c).id, address: clientAddress(c) };
    return c.json({ ...ok, discount: await checkCode(c.var.services, who, c.req.valid('json')) });
  })

  .get('/:orderId/requirements', async (c) => {
    const { id } = await orderInPath(c);
    return c.json({ ...ok, requirements: await findRequirements(c.var.services.store.db, id) });
  })

  .put('/:orderId/requirements', validate(requirementsBody), async (c) => {
    await saveRequirements(c.var.services, await orderInPath(c), c.req.valid('json'));
    return c.json({ ...ok, message: REQUIREMENTS_SAVED });
  })

  .post('/:orderId/sent', async (c) => {
    const who = { side: 'buyer', buyerId: requireVerifiedUser(c).id } as const;
    await resumeOrder(c.var.services, c.req.param('orderId'), who);
    return c.json({ ...ok, message: SENT });
  });
