import { Hono } from 'hono';
import { audited } from '../../platform/audit/audited.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { requireSameVersion } from '../../platform/saving/versions.ts';
import { requireUser } from '../accounts/guards.ts';
import { confirmedOwnersOnly } from '../accounts/second-factor/confirm.ts';
import {
  readAvailability,
  saveAvailability,
  todayOf,
} from '../catalog/availability/availability.ts';
import { madeLate } from '../catalog/availability/calendar-rules.ts';
import { refuseDaysOff } from '../catalog/availability/days-off-rules.ts';
import { savedAvailabilityBody } from '../catalog/availability/schema.ts';
import { createFeed, deleteFeed, findFeedTime } from './calendar-feed.ts';
import { listRunning } from './order-dates.ts';

const ok = { success: true } as const;

const RUNNING = 'Orders run in this time off. Please look at them and confirm.';

/** When the owner takes orders: the calendar, and a pause of the whole shop. */
export const availabilityRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const { config, store } = c.var.services;
    const availability = await readAvailability(store.db);
    const running = await listRunning(store.db, { config });
    return c.json({ ...ok, availability, running, feedSince: await findFeedTime(store.db) });
  })
  .put('/', audited('Saved the availability'), validate(savedAvailabilityBody), async (c) => {
    const { services } = c.var;
    const { db } = services.store;
    const { confirmed, ...availability } = c.req.valid('json');
    const before = await readAvailability(db);
    requireSameVersion(before.version, availability.version);
    const refused = refuseDaysOff(before, availability, todayOf(services));
    if (refused) throw new ApiError(400, refused.text, { field: refused.field });
    const running = await listRunning(db, services);
    const late = madeLate(before, availability, running);
    if (late.length > 0 && !confirmed) throw new ApiError(409, RUNNING, { field: 'timeOff' });
    await saveAvailability(services, availability);
    return c.json({ ...ok, message: 'Saved. Visitors see it within a minute.' });
  })

  .post('/feed', audited('Created a calendar address'), confirmedOwnersOnly, async (c) =>
    c.json({ ...ok, ...(await createFeed(c.var.services, requireUser(c).id)) }, 201),
  )

  .delete('/feed', audited('Turned off the calendar address'), async (c) => {
    await deleteFeed(c.var.services);
    return c.json({ ...ok, message: 'Calendars can no longer read it.' });
  });
