import { Hono } from 'hono';
import type { Db } from '../../db/connect.ts';
import type { User } from '../../db/schema.ts';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { ownersOnly } from '../lib/owner.ts';
import { buyersOnly, requireBuyer } from '../lib/session.ts';
import { validate } from '../lib/validate.ts';
import { findOrderOf } from '../orders/queries.ts';
import { UNKNOWN_ORDER } from '../orders/rules.ts';
import { decideRevision } from './decide-revision.ts';
import { presentRevision } from './present.ts';
import { listRevisions } from './queries.ts';
import { requestRevision } from './request-revision.ts';
import { REVISION_CHANGED, REVISION_REQUESTED } from './rules.ts';
import { decisionBody, revisionBody } from './schema.ts';

export const revisions = new Hono<Env>()
  .post('/revision-request', buyersOnly, validate(revisionBody), async (c) => {
    const buyer = requireBuyer(c);
    const wanted = c.req.valid('json');
    await requestRevision(c.var.deps, buyer, wanted);
    const data = await revisionsOf(c.var.deps.store.db, buyer, wanted.orderId);
    return c.json({ success: true as const, message: REVISION_REQUESTED, data }, 201);
  })

  .get('/revision/:orderId', buyersOnly, async (c) => {
    const { db } = c.var.deps.store;
    const data = await revisionsOf(db, requireBuyer(c), c.req.param('orderId'));
    return c.json({ success: true as const, data });
  });

export const deskRevisions = new Hono<Env>().patch(
  '/:id',
  ownersOnly,
  validate(decisionBody),
  async (c) => {
    const { status } = c.req.valid('json');
    const revision = await decideRevision(c.var.deps, c.req.param('id'), status);
    const data = { _id: revision.id, status: revision.status, completedAt: revision.completed_at };
    return c.json({ success: true as const, message: REVISION_CHANGED, data });
  },
);

async function revisionsOf(db: Db, buyer: User, orderId: string) {
  const order = await findOrderOf(db, buyer.id, orderId);
  if (!order) throw new UserError(404, UNKNOWN_ORDER);
  const rows = await listRevisions(db, order.id);
  return rows.map((row) => presentRevision(row, order, buyer));
}
