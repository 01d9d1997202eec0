import { Hono } from 'hono';
import { transaction } from '../../../../db/transaction.ts';
import type { Env } from '../../../platform/http/env.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { validate } from '../../../platform/http/validate.ts';
import { reorder } from '../gigs/admin-queries.ts';
import { ORDER_CHANGED } from '../gigs/rules.ts';
import { orderBody, publicationStatusBody, undoBody } from '../gigs/schema.ts';
import {
  createProject,
  findAdminProject,
  projectEditor,
  toAdminProjectDtos,
} from './save-project.ts';
import { projectBody, savedProjectBody } from './schema.ts';

/** Past work as the owner edits it; mounted behind the owner's guard. */
export const adminProjectRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const projects = await toAdminProjectDtos(c.var.services.store.db);
    return c.json({ success: true as const, projects });
  })
  .post('/', validate(projectBody), async (c) => {
    const project = await createProject(c.var.services, c.req.valid('json'));
    return c.json({ success: true as const, message: 'Saved as a draft.', project }, 201);
  })
  .put('/order', validate(orderBody), async (c) => {
    const { ids } = c.req.valid('json');
    const done = await transaction(c.var.services, (tx) => reorder(tx, 'projects', ids));
    if (!done) throw new ApiError(409, ORDER_CHANGED);
    return c.json({ success: true as const, message: 'The new order is saved.' });
  })
  .get('/:id', async (c) => {
    const project = await findAdminProject(c.var.services.store.db, c.req.param('id'));
    return c.json({ success: true as const, project });
  })
  .put('/:id', validate(savedProjectBody), async (c) => {
    const { version, ...body } = c.req.valid('json');
    const project = await projectEditor.save(c.var.services, c.req.param('id'), version, body);
    return c.json({ success: true as const, message: 'Saved.', project });
  })
  .put('/:id/status', validate(publicationStatusBody), async (c) => {
    const { version, status } = c.req.valid('json');
    const project = await projectEditor.setStatus(
      c.var.services,
      c.req.param('id'),
      version,
      status,
    );
    return c.json({ success: true as const, message: 'Saved.', project });
  })
  .post('/:id/undo', validate(undoBody), async (c) => {
    const { version } = c.req.valid('json');
    const project = await projectEditor.undo(c.var.services, c.req.param('id'), version);
    return c.json({ success: true as const, message: 'The last change is undone.', project });
  });
