import { Hono } from 'hono';
import { transaction } from '../../../db/transaction.ts';
import { audited } from '../../platform/audit/audited.ts';
import type { Env } from '../../platform/http/env.ts';
import { requireVerifiedUser } from '../accounts/guards.ts';
import { takeOver } from './take-over.ts';
import { DISMISSED, TAKEN_OVER } from './texts.ts';
import { dismissAnswer } from './unproved-answers.ts';

/** Calls of the owner; the answers come with the offers of their conversation. */
export const unprovedAnswerRoutes = new Hono<Env>()
  .post('/:id/take-over', audited('Took an unproved answer over'), async (c) => {
    await takeOver(c.var.services, requireVerifiedUser(c), c.req.param('id'));
    return c.json({ success: true as const, message: TAKEN_OVER });
  })

  .delete('/:id', audited('Dismissed an unproved answer'), async (c) => {
    const { services } = c.var;
    await transaction(services, (tx) => dismissAnswer(tx, services, c.req.param('id')));
    return c.json({ success: true as const, message: DISMISSED });
  });
