import { Hono } from 'hono';
import type { Env } from '../../../platform/http/env.ts';
import { validate } from '../../../platform/http/validate.ts';
import { publicationStatusBody, reorderBody, undoBody } from '../gigs/schema.ts';
import { savePositions } from '../save-positions.ts';
import {
  createProject,
  findAdminProject,
  projectEditor,
  toAdminProjectDtos,
} from './save-project.ts';
import { projectBody, savedProjectBody } from './schema.ts';

/** Routes to edit past projects; mounted behind the owner's guard. */
export const adminProjectRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const projects = await toAdminProjectDtos(c.var.services.store.db);
    return c.json({ success: true as const, projects });
  })
  .post('/', validate(projectBody), async (c) => {
    const project = await createProject(c.var.services, c.req.valid('json'));
    return c.json({ success: true as const, message: 'Saved as a draft.', project }, 201);
  })
  .put('/order', validate(reorderBody), async (c) => {
    await savePositions(c.var.services, 'projects', c.req.valid('json').ids);
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
