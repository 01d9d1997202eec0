import { Hono } from 'hono';
import type { Env } from '../../platform/http/env.ts';
import { validate } from '../../platform/http/validate.ts';
import { requireVerifiedUser, verifiedOnly } from '../accounts/guards.ts';
import { findLastAddress, orderInPath } from './queries.ts';
import { findRequirements, saveRequirements } from './requirements.ts';
import { requirementsBody } from './schema.ts';
import { REQUIREMENTS_SAVED } from './texts.ts';

const ok = { success: true } as const;

export const orders = new Hono<Env>()
  .use(verifiedOnly)

  .get('/last-address', async (c) => {
    const row = await findLastAddress(c.var.services.store.db, requireVerifiedUser(c).id);
    const address = row ? (JSON.parse(row.address) as Record<string, string>) : null;
    return c.json({ ...ok, address });
  })

  .get('/:orderId/requirements', async (c) => {
    const { id } = await orderInPath(c);
    return c.json({ ...ok, requirements: await findRequirements(c.var.services.store.db, id) });
  })

  .put('/:orderId/requirements', validate(requirementsBody), async (c) => {
    await saveRequirements(c.var.services, await orderInPath(c), c.req.valid('json'));
    return c.json({ ...ok, message: REQUIREMENTS_SAVED });
  });
