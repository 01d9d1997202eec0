import { Hono } from 'hono';
import { audited } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { validate } from '../../../platform/http/validate.ts';
import { version } from '../../../platform/saving/versions.ts';
import { undoBody } from '../content/item-routes.ts';
import { saveProfile, toAdminProfileDto, undoProfile } from './save-profile.ts';
import { profileBody } from './schema.ts';

/** Routes to edit the seller's texts; mounted behind the owner's guard. */
export const adminProfileRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const profile = await toAdminProfileDto(c.var.services.store.db);
    return c.json({ success: true as const, profile });
  })
  .put('/', audited('Saved the profile'), validate(profileBody.extend({ version })), async (c) => {
    const { version, ...body } = c.req.valid('json');
    const profile = await saveProfile(c.var.services, version, body);
    return c.json({ success: true as const, message: 'Saved.', profile });
  })
  .post('/undo', audited('Undid a change of the profile'), validate(undoBody), async (c) => {
    const profile = await undoProfile(c.var.services, c.req.valid('json').version);
    return c.json({ success: true as const, message: 'The last change is undone.', profile });
  });
