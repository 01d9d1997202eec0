import { Hono } from 'hono';
import type { Env } from '../lib/env.ts';
import { UserError } from '../lib/errors.ts';
import { ownersOnly } from '../lib/owner.ts';
import { validate } from '../lib/validate.ts';
import {
  listRefundsDue,
  listRefusals,
  listUnmatchedEvents,
  listUnmatchedPayments,
} from './desk-queries.ts';
import { presentForDesk, presentRefund } from './present.ts';
import { giveBack } from './refunds.ts';
import { REFUND_MADE, REFUND_REFUSED, REFUND_WAITS, toPaise } from './rules.ts';
import { refundBody } from './schema.ts';

/** The owner's side of the money. */
export const deskPayments = new Hono<Env>()
  .use(ownersOnly)

  .get('/unmatched', async (c) => {
    const { db } = c.var.deps.store;
    const [payments, events, refusals] = await Promise.all([
      listUnmatchedPayments(db),
      listUnmatchedEvents(db),
      listRefusals(db),
    ]);
    return c.json({
      success: true as const,
      payments: payments.map(presentForDesk),
      events,
      refusals,
    });
  })

  .get('/refunds-due', async (c) => {
    const rows = await listRefundsDue(c.var.deps.store.db);
    return c.json({ success: true as const, payments: rows.map(presentForDesk) });
  })

  .post('/:paymentId/refund', validate(refundBody), async (c) => {
    const { refundId, amount, reason } = c.req.valid('json');
    const refund = await giveBack(c.var.deps, {
      refundId,
      reason,
      paymentId: c.req.param('paymentId'),
      amount: amount === undefined ? undefined : toPaise(amount),
    });
    if (refund.status === 'failed') throw new UserError(409, REFUND_REFUSED);
    const message = refund.status === 'asked' ? REFUND_WAITS : REFUND_MADE;
    const status = refund.status === 'asked' ? 202 : 200;
    return c.json({ success: true as const, message, refund: presentRefund(refund) }, status);
  });
