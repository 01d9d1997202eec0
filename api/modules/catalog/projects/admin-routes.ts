import { Hono } from 'hono';
import { audited, columnsOf } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { validate } from '../../../platform/http/validate.ts';
import { publicationStatusBody, reorderBody, undoBody } from '../gigs/schema.ts';
import { savePositions } from '../positions.ts';
import {
  createProject,
  findAdminProject,
  projectEditor,
  toAdminProjectDtos,
} from './save-project.ts';
import { projectBody, savedProjectBody } from './schema.ts';

const CHANGES = {
  snapshot: columnsOf('projects', 'title', 'status', 'version', 'price_min', 'price_max'),
};

/** Routes to edit past projects; mounted behind the owner's guard. */
export const adminProjectRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const projects = await toAdminProjectDtos(c.var.services.store.db);
    return c.json({ success: true as const, projects });
  })
  .post('/', audited('Created past work'), validate(projectBody), async (c) => {
    const project = await createProject(c.var.services, c.req.valid('json'));
    return c.json({ success: true as const, message: 'Saved as a draft.', project }, 201);
  })
  .put('/order', audited('Reordered past work'), validate(reorderBody), async (c) => {
    await savePositions(c.var.services, 'projects', c.req.valid('json').ids);
    return c.json({ success: true as const, message: 'The new order is saved.' });
  })
  .get('/:id', async (c) => {
    const project = await findAdminProject(c.var.services.store.db, c.req.param('id'));
    return c.json({ success: true as const, project });
  })
  .put('/:id', audited('Saved past work', CHANGES), validate(savedProjectBody), async (c) => {
    const { version, ...body } = c.req.valid('json');
    const project = await projectEditor.save(c.var.services, c.req.param('id'), version, body);
    return c.json({ success: true as const, message: 'Saved.', project });
  })
  .put(
    '/:id/status',
    audited('Changed past work’s status', CHANGES),
    validate(publicationStatusBody),
    async (c) => {
      const { version, status } = c.req.valid('json');
      const project = await projectEditor.setStatus(
        c.var.services,
        c.req.param('id'),
        version,
        status,
      );
      return c.json({ success: true as const, message: 'Saved.', project });
    },
  )
  .post(
    '/:id/undo',
    audited('Undid a change of past work', CHANGES),
    validate(undoBody),
    async (c) => {
      const { version } = c.req.valid('json');
      const project = await projectEditor.undo(c.var.services, c.req.param('id'), version);
      return c.json({ success: true as const, message: 'The last change is undone.', project });
    },
  );
