import { Hono } from 'hono';
import { z } from 'zod';
import type { Db } from '../../../../db/database.ts';
import { REVISION_STATUSES } from '../../../../db/schema/states.ts';
import type { User } from '../../../../db/schema.ts';
import { audited, columnsOf } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { multiLineText } from '../../../platform/http/text-schema.ts';
import { validate } from '../../../platform/http/validate.ts';
import { requireVerifiedUser, verifiedOnly } from '../../accounts/guards.ts';
import { MAX_PINS } from '../pins/limits.ts';
import { MANY_PINS, UNKNOWN_PIN } from '../pins/texts.ts';
import { requireOrderOf } from '../queries.ts';
import { decideRevision, requestRevision, toRevisionDtos } from './revisions.ts';
import {
  DESCRIPTION_NEEDED,
  DESCRIPTION_TOO_LONG,
  MAX_REVISION_LENGTH,
  REVISION_CHANGED,
  REVISION_REQUESTED,
} from './rules.ts';

const UNKNOWN = 'There is no such order.';

/** Ignores `buyerId` and `requestedAt` of the client: session and server set them. */
const revisionBody = z.object({
  orderId: z.string(UNKNOWN).min(1, UNKNOWN).max(64, UNKNOWN),
  /** Generated when the dialog opens, so that a repeated request is stored once (idempotency key). */
  requestId: z.uuid('The request needs an id of its own.').optional(),
  revisionDescription: multiLineText(DESCRIPTION_NEEDED, MAX_REVISION_LENGTH, DESCRIPTION_TOO_LONG),
  /** The open pins of deliveries that it is made from; it counts once. */
  pins: z.array(z.string(UNKNOWN_PIN).max(64, UNKNOWN_PIN)).max(MAX_PINS, MANY_PINS).optional(),
});

export type RevisionInput = z.output<typeof revisionBody>;

const DECISION_NEEDED = 'Please approve, reject or complete it.';

const decisionBody = z.object({
  status: z
    .enum(REVISION_STATUSES, DECISION_NEEDED)
    .exclude(['Pending'], { error: DECISION_NEEDED }),
});

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
  return toRevisionDtos(db, order, buyer);
}
