import { Hono } from 'hono';
import type { Db } from '../../../../db/database.ts';
import { audited } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { validate } from '../../../platform/http/validate.ts';
import { savePositions } from '../positions.ts';
import { toAdminGigDto, toAdminGigListItems } from './dto.ts';
import { findGig } from './queries.ts';
import { pricesOf } from './rules.ts';
import { createGig, gigEditor, withQuestions } from './save-gig.ts';
import { gigBody, publicationStatusBody, reorderBody, savedGigBody, undoBody } from './schema.ts';
import { UNKNOWN_GIG } from './texts.ts';

const CHANGES = {
  snapshot: async (db: Db, id: string) => {
    const gig = await findGig(db, id);
    if (!gig) return null;
    const prices = gig.body.PricingPlans.map(
      (plan) => [`price of ${plan.planType}`, pricesOf(plan)] as const,
    );
    const { title, status, version } = gig;
    return { title, status, version, ...Object.fromEntries(prices) };
  },
};

/** Routes to edit gigs; mounted behind the owner's guard. */
export const adminGigRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const gigs = await toAdminGigListItems(c.var.services.store.db);
    return c.json({ success: true as const, gigs });
  })
  .post('/', audited('Created a gig'), validate(gigBody), async (c) => {
    const gig = await createGig(c.var.services, c.req.valid('json'));
    return c.json({ success: true as const, message: 'Saved as a draft.', gig }, 201);
  })
  .put('/order', audited('Reordered the gigs'), validate(reorderBody), async (c) => {
    await savePositions(c.var.services, 'gigs', c.req.valid('json').ids);
    return c.json({ success: true as const, message: 'The new order is saved.' });
  })
  .get('/:id', async (c) => {
    const gig = await toAdminGigDto(c.var.services.store.db, c.req.param('id'));
    if (!gig) throw new ApiError(404, UNKNOWN_GIG);
    return c.json({ success: true as const, gig });
  })
  .put('/:id', audited('Saved a gig', CHANGES), validate(savedGigBody), async (c) => {
    const { version, ...body } = c.req.valid('json');
    const known = await findGig(c.var.services.store.db, c.req.param('id'));
    const PricingPlans = withQuestions(body.PricingPlans, known?.body.PricingPlans ?? []);
    const saved = { ...body, PricingPlans };
    const gig = await gigEditor.save(c.var.services, c.req.param('id'), version, saved);
    return c.json({ success: true as const, message: 'Saved.', gig });
  })
  .put(
    '/:id/status',
    audited('Changed a gig’s status', CHANGES),
    validate(publicationStatusBody),
    async (c) => {
      const { version, status } = c.req.valid('json');
      const gig = await gigEditor.setStatus(c.var.services, c.req.param('id'), version, status);
      return c.json({ success: true as const, message: 'Saved.', gig });
    },
  )
  .post('/:id/undo', audited('Undid a change of a gig', CHANGES), validate(undoBody), async (c) => {
    const gig = await gigEditor.undo(
      c.var.services,
      c.req.param('id'),
      c.req.valid('json').version,
    );
    return c.json({ success: true as const, message: 'The last change is undone.', gig });
  });
