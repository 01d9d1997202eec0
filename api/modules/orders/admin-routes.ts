import { Hono } from 'hono';
import { z } from 'zod';
import { audited, columnsOf } from '../../platform/audit/audited.ts';
import type { Env } from '../../platform/http/env.ts';
import { multiLineText, singleLineText } from '../../platform/http/text-schema.ts';
import { validate } from '../../platform/http/validate.ts';
import { confirmedOwnersOnly } from '../accounts/second-factor/confirm.ts';
import { resumeOrder, waitForBuyer } from './clock/clock.ts';
import {
  GOES_ON,
  MAX_REASON_LENGTH,
  REASON_NEEDED as REASON_TO_WAIT_NEEDED,
  WAITING,
} from './clock/texts.ts';
import { REASON_NEEDED } from './texts.ts';
import { transitionOrder } from './transition-order.ts';

const MAX_REJECTION_LENGTH = 4_000;

/** The buyer reads why. */
export const rejectBody = z.object({
  reason: multiLineText(REASON_NEEDED, MAX_REJECTION_LENGTH, REASON_NEEDED),
});
const waitBody = z.object({
  reason: singleLineText(REASON_TO_WAIT_NEEDED, MAX_REASON_LENGTH),
});
const ok = { success: true as const };

/** What the audit log records of an order before and after an act of the owner. */
export const ORDER_CHANGES = {
  snapshot: columnsOf(
    'orders',
    'status',
    'act',
    'paid',
    'refunded',
    'delivery_date',
    'used_revisions',
  ),
};

/** Routes for the owner to work on an order: reject, wait. */
export const adminOrderRoutes = new Hono<Env>()
  .post(
    '/:id/reject',
    audited('Rejected an order', ORDER_CHANGES),
    validate(rejectBody),
    confirmedOwnersOnly,
    async (c) => {
      const { reason } = c.req.valid('json');
      await transitionOrder(c.var.services, c.req.param('id'), {
        to: 'Rejected',
        by: 'owner',
        reason,
      });
      return c.json({ ...ok, message: 'Rejected. Everything paid is refunded automatically.' });
    },
  )
  .post(
    '/:id/wait',
    audited('Waited for a buyer', ORDER_CHANGES),
    validate(waitBody),
    async (c) => {
      await waitForBuyer(c.var.services, c.req.param('id'), c.req.valid('json').reason);
      return c.json({ ...ok, message: WAITING });
    },
  )
  .post('/:id/resume', audited('Went on with an order', ORDER_CHANGES), async (c) => {
    await resumeOrder(c.var.services, c.req.param('id'), { side: 'owner' });
    return c.json({ ...ok, message: GOES_ON });
  });
