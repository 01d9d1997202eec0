import { Hono } from 'hono';
import { transaction } from '../../db/transaction.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { validate } from '../lib/validate.ts';
import { presentDeskGig, presentDeskGigs } from './desk-present.ts';
import { reorder } from './desk-queries.ts';
import { gigBody, orderBody, savedGigBody, standingBody, undoBody } from './desk-schema.ts';
import { ORDER_CHANGED, UNKNOWN_GIG } from './rules.ts';
import { createGig, saveGig, setStanding, undoGig } from './save-gig.ts';

/** Gigs as the owner edits them; mounted behind the owner's guard. */
export const deskGigs = new Hono<Env>()
  .get('/', async (c) => {
    const gigs = await presentDeskGigs(c.var.deps.store.db);
    return c.json({ success: true as const, gigs });
  })
  .post('/', validate(gigBody), async (c) => {
    const gig = await createGig(c.var.deps, c.req.valid('json'));
    return c.json({ success: true as const, message: 'Saved as a draft.', gig }, 201);
  })
  .put('/order', validate(orderBody), async (c) => {
    const { ids } = c.req.valid('json');
    const done = await transaction(c.var.deps, (tx) => reorder(tx, 'gigs', ids));
    if (!done) throw new UserError(409, ORDER_CHANGED);
    return c.json({ success: true as const, message: 'The new order is saved.' });
  })
  .get('/:id', async (c) => {
    const gig = await presentDeskGig(c.var.deps.store.db, c.req.param('id'));
    if (!gig) throw new UserError(404, UNKNOWN_GIG);
    return c.json({ success: true as const, gig });
  })
  .put('/:id', validate(savedGigBody), async (c) => {
    const { version, ...body } = c.req.valid('json');
    const gig = await saveGig(c.var.deps, c.req.param('id'), version, body);
    return c.json({ success: true as const, message: 'Saved.', gig });
  })
  .put('/:id/status', validate(standingBody), async (c) => {
    const { version, status } = c.req.valid('json');
    const gig = await setStanding(c.var.deps, c.req.param('id'), version, status);
    return c.json({ success: true as const, message: 'Saved.', gig });
  })
  .post('/:id/undo', validate(undoBody), async (c) => {
    const gig = await undoGig(c.var.deps, c.req.param('id'), c.req.valid('json').version);
    return c.json({ success: true as const, message: 'The last change is undone.', gig });
  });
