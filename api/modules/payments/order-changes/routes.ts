import { type Context, Hono } from 'hono';
import { audited, columnsOf } from '../../../platform/audit/audited.ts';
import type { Env } from '../../../platform/http/env.ts';
import { validate } from '../../../platform/http/validate.ts';
import { requireVerifiedUser, verifiedOnly } from '../../accounts/guards.ts';
import { decideChange } from './decide-change.ts';
import { type Proposer, proposeChange } from './propose-change.ts';
import {
  CHANGE_ACCEPTED,
  CHANGE_DECLINED,
  CHANGE_PROPOSED,
  CHANGE_REQUESTED,
  CHANGE_WITHDRAWN,
} from './rules.ts';
import { adminChangeBody, requestBody } from './schema.ts';

const ok = { success: true } as const;
const asOwner = (): Proposer => ({ side: 'owner' });
const asBuyer = (c: Context<Env>): Proposer => ({
  side: 'buyer',
  buyerId: requireVerifiedUser(c).id,
});

const STATUS = { snapshot: columnsOf('order_changes', 'status') };

/** Routes to answer the other side's proposals and to withdraw own ones. */
const answers = (whoOf: (c: Context<Env>) => Proposer) =>
  new Hono<Env>()
    .post('/:id/accept', audited('Accepted a change of an order', STATUS), async (c) => {
      await decideChange(c.var.services, whoOf(c), { id: c.req.param('id'), to: 'Accepted' });
      return c.json({ ...ok, message: CHANGE_ACCEPTED });
    })
    .post('/:id/decline', audited('Declined a change of an order', STATUS), async (c) => {
      await decideChange(c.var.services, whoOf(c), { id: c.req.param('id'), to: 'Declined' });
      return c.json({ ...ok, message: CHANGE_DECLINED });
    })
    .post('/:id/withdraw', audited('Withdrew a change of an order', STATUS), async (c) => {
      await decideChange(c.var.services, whoOf(c), { id: c.req.param('id'), to: 'Withdrawn' });
      return c.json({ ...ok, message: CHANGE_WITHDRAWN });
    });

/** Routes for the buyer to ask for more and to answer the owner's proposals. */
export const changes = new Hono<Env>()
  .use(verifiedOnly)
  .post('/', validate(requestBody), async (c) => {
    const request = { ...c.req.valid('json'), amount: 0, extraDays: 0 };
    await proposeChange(c.var.services, asBuyer(c), request);
    return c.json({ ...ok, message: CHANGE_REQUESTED }, 201);
  })
  .route('/', answers(asBuyer));

/** Routes for the owner to propose changes and to answer the buyer's requests. */
export const adminChangeRoutes = new Hono<Env>()
  .post('/', audited('Proposed a change of an order'), validate(adminChangeBody), async (c) => {
    await proposeChange(c.var.services, asOwner(), c.req.valid('json'));
    return c.json({ ...ok, message: CHANGE_PROPOSED }, 201);
  })
  .route('/', answers(asOwner));
