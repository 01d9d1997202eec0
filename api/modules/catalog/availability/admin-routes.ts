import { Hono } from 'hono';
import { audited } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { validate } from '../../../platform/http/validate.ts';
import { readAvailability, saveAvailability } from './availability.ts';
import { availabilityBody } from './schema.ts';

const ok = { success: true } as const;

/** The owner's pause of the whole shop; mounted behind the owner's guard. */
export const availabilityRoutes = new Hono<Env>()
  .get('/', async (c) =>
    c.json({ ...ok, availability: await readAvailability(c.var.services.store.db) }),
  )
  .put('/', audited('Saved the availability'), validate(availabilityBody), async (c) => {
    await saveAvailability(c.var.services, c.req.valid('json'));
    return c.json({ ...ok, message: 'Saved. Visitors see it within a minute.' });
  });
