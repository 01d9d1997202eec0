import { Hono } from 'hono';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { toPaise } from '../../platform/money/rules.ts';
import { ownersOnly } from '../accounts/sessions.ts';
import {
  listRefundsDue,
  listRejectedResults,
  listUnmatchedEvents,
  listUnmatchedPayments,
} from './admin-queries.ts';
import { toAdminPaymentDto, toRefundDto } from './dto.ts';
import { requestRefund } from './refunds.ts';
import { REFUND_MADE, REFUND_REFUSED, REFUND_WAITS } from './rules.ts';
import { refundBody } from './schema.ts';

/** The owner's side of the money. */
export const adminPaymentRoutes = new Hono<Env>()
  .use(ownersOnly)

  .get('/unmatched', async (c) => {
    const { db } = c.var.services.store;
    const [payments, events, refusals] = await Promise.all([
      listUnmatchedPayments(db),
      listUnmatchedEvents(db),
      listRejectedResults(db),
    ]);
    return c.json({
      success: true as const,
      payments: payments.map(toAdminPaymentDto),
      events,
      refusals,
    });
  })

  .get('/refunds-due', async (c) => {
    const rows = await listRefundsDue(c.var.services.store.db);
    return c.json({ success: true as const, payments: rows.map(toAdminPaymentDto) });
  })

  .post('/:paymentId/refund', validate(refundBody), async (c) => {
    const { refundId, amount, reason } = c.req.valid('json');
    const refund = await requestRefund(c.var.services, {
      refundId,
      reason,
      paymentId: c.req.param('paymentId'),
      amount: amount === undefined ? undefined : toPaise(amount),
    });
    if (refund.status === 'failed') throw new ApiError(409, REFUND_REFUSED);
    const message = refund.status === 'asked' ? REFUND_WAITS : REFUND_MADE;
    const status = refund.status === 'asked' ? 202 : 200;
    return c.json({ success: true as const, message, refund: toRefundDto(refund) }, status);
  });
