import { Hono } from 'hono';
import { transaction } from '../../db/transaction.ts';
import { reorder } from '../gigs/desk-queries.ts';
import { ORDER_CHANGED } from '../gigs/rules.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { validate } from '../lib/validate.ts';
import { orderBody, projectBody, savedProjectBody, standingBody, undoBody } from './desk-schema.ts';
import {
  createProject,
  findDeskProject,
  presentDeskProjects,
  saveProject,
  setStanding,
  undoProject,
} from './save-project.ts';

/** Past work as the owner edits it; mounted behind the owner's guard. */
export const deskProjects = new Hono<Env>()
  .get('/', async (c) => {
    const projects = await presentDeskProjects(c.var.deps.store.db);
    return c.json({ success: true as const, projects });
  })
  .post('/', validate(projectBody), async (c) => {
    const project = await createProject(c.var.deps, c.req.valid('json'));
    return c.json({ success: true as const, message: 'Saved as a draft.', project }, 201);
  })
  .put('/order', validate(orderBody), async (c) => {
    const { ids } = c.req.valid('json');
    const done = await transaction(c.var.deps, (tx) => reorder(tx, 'projects', ids));
    if (!done) throw new UserError(409, ORDER_CHANGED);
    return c.json({ success: true as const, message: 'The new order is saved.' });
  })
  .get('/:id', async (c) => {
    const project = await findDeskProject(c.var.deps.store.db, c.req.param('id'));
    return c.json({ success: true as const, project });
  })
  .put('/:id', validate(savedProjectBody), async (c) => {
    const { version, ...body } = c.req.valid('json');
    const project = await saveProject(c.var.deps, c.req.param('id'), version, body);
    return c.json({ success: true as const, message: 'Saved.', project });
  })
  .put('/:id/status', validate(standingBody), async (c) => {
    const { version, status } = c.req.valid('json');
    const project = await setStanding(c.var.deps, c.req.param('id'), version, status);
    return c.json({ success: true as const, message: 'Saved.', project });
  })
  .post('/:id/undo', validate(undoBody), async (c) => {
    const { version } = c.req.valid('json');
    const project = await undoProject(c.var.deps, c.req.param('id'), version);
    return c.json({ success: true as const, message: 'The last change is undone.', project });
  });
