import { Hono } from 'hono';
import type { Db } from '../../../../db/database.ts';
import type { User } from '../../../../db/schema.ts';
import { audited, columnsOf } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { validate } from '../../../platform/http/validate.ts';
import { ownersOnly, requireVerifiedUser, verifiedOnly } from '../../accounts/guards.ts';
import { requireOrderOf } from '../require-order.ts';
import { decideRevision } from './decide-revision.ts';
import { toRevisionDto } from './dto.ts';
import { listRevisions } from './queries.ts';
import { requestRevision } from './request-revision.ts';
import { decisionBody, revisionBody } from './schema.ts';
import { REVISION_CHANGED, REVISION_REQUESTED } from './texts.ts';

export const revisions = new Hono<Env>()
  .post('/revision-request', verifiedOnly, validate(revisionBody), async (c) => {
    const buyer = requireVerifiedUser(c);
    const input = c.req.valid('json');
    await requestRevision(c.var.services, buyer, input);
    const data = await revisionsOf(c.var.services.store.db, buyer, input.orderId);
    return c.json({ success: true as const, message: REVISION_REQUESTED, data }, 201);
  })

  .get('/revision/:orderId', verifiedOnly, async (c) => {
    const { db } = c.var.services.store;
    const data = await revisionsOf(db, requireVerifiedUser(c), c.req.param('orderId'));
    return c.json({ success: true as const, data });
  });

export const adminRevisionRoutes = new Hono<Env>().patch(
  '/:id',
  audited('Decided a revision', { snapshot: columnsOf('revisions', 'status') }),
  ownersOnly,
  validate(decisionBody),
  async (c) => {
    const { status } = c.req.valid('json');
    const revision = await decideRevision(c.var.services, c.req.param('id'), status);
    const data = { _id: revision.id, status: revision.status, completedAt: revision.completed_at };
    return c.json({ success: true as const, message: REVISION_CHANGED, data });
  },
);

async function revisionsOf(db: Db, buyer: User, orderId: string) {
  const order = await requireOrderOf(db, buyer.id, orderId);
  const rows = await listRevisions(db, order.id);
  return rows.map((row) => toRevisionDto(row, order, buyer));
}
