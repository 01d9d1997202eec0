import { Hono } from 'hono';
import { audited, columnsOf } from '../../platform/audit/audited.ts';
import { morningOf } from '../../platform/dates.ts';
import type { Env } from '../../platform/http/env.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { validate } from '../../platform/http/validate.ts';
import { toPaise } from '../../platform/money/rules.ts';
import { confirmedOwnersOnly } from '../accounts/second-factor/confirm.ts';
import { dollarsBody, isSold, switchDollars } from '../catalog/currencies.ts';
import { ORDER_CHANGES, rejectBody } from '../orders/admin-routes.ts';
import { cancelOrder } from './cancel-order.ts';
import { moveInstalment, waiveInstalment } from './change-instalment.ts';
import { listOwedCompensations, settleCompensation } from './compensations.ts';
import { toRefundDto } from './dto.ts';
import { revokeLinks } from './payment-links.ts';
import { hideRefusal } from './provider-refusals.ts';
import { failedRefunds } from './refund-refusals.ts';
import { changeRefundSpeed, readRefundSpeed, refundSpeedBody } from './refund-speed.ts';
import { requestRefund } from './refunds.ts';
import { cancelBody, moveBody, refundBody, settleBody } from './schema.ts';
import {
  COMPENSATION_RECORDED,
  DOLLARS_OFF,
  DOLLARS_ON,
  INSTALMENT_MOVED,
  INSTALMENT_WAIVED,
  LINK_WITHDRAWN,
  REFUND_MADE,
  REFUND_REFUSED,
  REFUND_SPEED_SAVED,
  REFUND_WAITS,
  REFUSAL_SEEN,
} from './texts.ts';

/** Routes for the owner to refund payments and to change what is still to be paid. */
export const adminPaymentRoutes = new Hono<Env>()
  .get('/compensations', async (c) => {
    const compensations = await listOwedCompensations(c.var.services.store.db);
    return c.json({ success: true as const, compensations });
  })

  .post(
    '/compensations/:orderId/settle',
    audited('Recorded a compensation as paid'),
    validate(settleBody),
    confirmedOwnersOnly,
    async (c) => {
      const { reference } = c.req.valid('json');
      await settleCompensation(c.var.services, c.req.param('orderId'), reference);
      return c.json({ success: true as const, message: COMPENSATION_RECORDED });
    },
  )

  .post(
    '/instalments/:id/waive',
    audited('Waived an instalment', { snapshot: columnsOf('instalments', 'waived_at') }),
    confirmedOwnersOnly,
    async (c) => {
      await waiveInstalment(c.var.services, c.req.param('id'));
      return c.json({ success: true as const, message: INSTALMENT_WAIVED });
    },
  )

  .post(
    '/instalments/:id/move',
    audited('Changed an instalment’s due date', { snapshot: columnsOf('instalments', 'pay_by') }),
    validate(moveBody),
    async (c) => {
      const { services } = c.var;
      const payBy = morningOf(c.req.valid('json').day, services.config.timeZone);
      await moveInstalment(services, c.req.param('id'), payBy);
      return c.json({ success: true as const, message: INSTALMENT_MOVED });
    },
  )

  .get('/refund-speed', async (c) => {
    const speed = await readRefundSpeed(c.var.services.store.db);
    return c.json({ success: true as const, speed });
  })

  .put(
    '/refund-speed',
    audited('Changed the speed of refunds'),
    validate(refundSpeedBody),
    confirmedOwnersOnly,
    async (c) => {
      await changeRefundSpeed(c.var.services, c.req.valid('json').speed);
      return c.json({ success: true as const, message: REFUND_SPEED_SAVED });
    },
  )

  .get('/dollars', async (c) => {
    const isOn = await isSold(c.var.services.store.db, 'USD');
    return c.json({ success: true as const, isOn });
  })

  .put(
    '/dollars',
    audited('Turned prices in dollars on or off'),
    validate(dollarsBody),
    confirmedOwnersOnly,
    async (c) => {
      const { isOn } = c.req.valid('json');
      await switchDollars(c.var.services, isOn);
      const message = isOn ? DOLLARS_ON : DOLLARS_OFF;
      return c.json({ success: true as const, message });
    },
  )

  .post('/refusal/seen', audited('Read what the provider refuses'), async (c) => {
    await hideRefusal(c.var.services);
    return c.json({ success: true as const, message: REFUSAL_SEEN });
  })

  .delete('/links/:orderId', audited('Revoked a payment link'), async (c) => {
    await revokeLinks(c.var.services, c.req.param('orderId'));
    return c.json({ success: true as const, message: LINK_WITHDRAWN });
  })

  .post(
    '/:paymentId/refund',
    audited('Refunded a payment', {
      snapshot: columnsOf('payments', 'status', 'refunded'),
    }),
    validate(refundBody),
    confirmedOwnersOnly,
    async (c) => {
      const { refundId, amount, reason } = c.req.valid('json');
      const refund = await requestRefund(c.var.services, {
        refundId,
        reason,
        paymentId: c.req.param('paymentId'),
        amount: amount === undefined ? undefined : toPaise(amount),
      });
      if (refund.status === 'failed') {
        const { payment_id: id } = refund;
        const words = (await failedRefunds(c.var.services.store.db, [id])).get(id)?.words;
        throw new ApiError(
          409,
          [REFUND_REFUSED, words && `It says: “${words}”`].filter(Boolean).join(' '),
        );
      }
      const message = refund.status === 'asked' ? REFUND_WAITS : REFUND_MADE;
      const status = refund.status === 'asked' ? 202 : 200;
      return c.json({ success: true as const, message, refund: toRefundDto(refund) }, status);
    },
  );

/** Ends an order whose buyer does not answer, and refunds what its terms say; or cancels an accepted one. */
export const endOrderRoutes = new Hono<Env>()
  .post(
    '/:id/end',
    audited('Ended an order without an answer', ORDER_CHANGES),
    validate(cancelBody),
    confirmedOwnersOnly,
    async (c) => {
      const expected = toPaise(c.req.valid('json').refund);
      const orderId = c.req.param('id');
      await cancelOrder(c.var.services, { who: { side: 'owner' }, orderId, expected });
      return c.json({ success: true as const, message: 'Ended. The buyer is notified.' });
    },
  )
  .post(
    '/:id/cancel',
    audited('Cancelled an accepted order', ORDER_CHANGES),
    validate(cancelBody.extend(rejectBody.shape)),
    confirmedOwnersOnly,
    async (c) => {
      const { refund, reason } = c.req.valid('json');
      const cancellation = { orderId: c.req.param('id'), expected: toPaise(refund), reason };
      await cancelOrder(c.var.services, { who: { side: 'owner' }, ...cancellation });
      return c.json({ success: true as const, message: 'Cancelled. The buyer is notified.' });
    },
  );
