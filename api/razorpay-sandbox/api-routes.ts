import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import type { SandboxContext } from './context.ts';
import { disputeRoutes, documentRoutes } from './dispute-routes.ts';
import { openDowntimes } from './downtimes.ts';
import { toCollection, toDowntimeDto, toOrderDto, toPaymentDto, toRefundDto } from './entities.ts';
import { SandboxError, unauthorised, unknownId } from './errors.ts';
import { faultMiddleware } from './inject-fault.ts';
import { createOrder, updateOrder } from './orders.ts';
import { readBody, readPage } from './parse-request.ts';
import { capturePayment } from './payments.ts';
import { find, list, ordersWithReceipt, paymentsOf, refundsOf } from './queries.ts';
import { refundPayment } from './refunds.ts';
import { applyTimeLimits } from './time-limits.ts';

/** The merchant's API with key and secret, under /v1. */
export function merchantRoutes(context: SandboxContext): Hono {
  const fault = (route: Parameters<typeof faultMiddleware>[1]) =>
    faultMiddleware(context.faults, route);
  return new Hono()
    .use(requireKey(context))
    .post('/orders', fault('orders.create'), async (c) =>
      c.json(toOrderDto(createOrder(context, await readBody(c)))),
    )
    .get('/orders', fault('orders.list'), (c) => {
      const receipt = c.req.query('receipt');
      const page = readPage(c);
      const rows = receipt
        ? ordersWithReceipt(context, receipt, page)
        : list(context, 'orders', page);
      return c.json(toCollection(rows.map(toOrderDto)));
    })
    .get('/orders/:id', fault('orders.fetch'), (c) =>
      c.json(toOrderDto(find(context, 'orders', c.req.param('id')))),
    )
    .patch('/orders/:id', fault('orders.update'), async (c) =>
      c.json(toOrderDto(updateOrder(context, c.req.param('id'), await readBody(c)))),
    )
    .get('/orders/:id/payments', fault('orders.payments'), (c) => {
      const order = find(context, 'orders', c.req.param('id'));
      return c.json(toCollection(paymentsOf(context, order.id).map(toPaymentDto)));
    })
    .get('/payments', fault('payments.list'), (c) =>
      c.json(toCollection(list(context, 'payments', readPage(c)).map(toPaymentDto))),
    )
    .get('/payments/downtimes', fault('downtimes.list'), (c) =>
      c.json(toCollection(openDowntimes(context).map(toDowntimeDto))),
    )
    .get('/payments/downtimes/:id', fault('downtimes.fetch'), (c) =>
      c.json(toDowntimeDto(find(context, 'downtimes', c.req.param('id')))),
    )
    .get('/payments/:id', fault('payments.fetch'), (c) =>
      c.json(toPaymentDto(find(context, 'payments', c.req.param('id')))),
    )
    .post('/payments/:id/capture', fault('payments.capture'), async (c) =>
      c.json(toPaymentDto(capturePayment(context, c.req.param('id'), await readBody(c)))),
    )
    .post('/payments/:id/refund', fault('payments.refund'), async (c) => {
      const key = c.req.header('x-refund-idempotency') ?? null;
      const refund = refundPayment(context, c.req.param('id'), await readBody(c), key);
      return c.json(toRefundDto(refund));
    })
    .get('/payments/:id/refunds', fault('payments.refunds'), (c) => {
      const payment = find(context, 'payments', c.req.param('id'));
      return c.json(toCollection(refundsOf(context, payment.id).map(toRefundDto)));
    })
    .get('/payments/:id/refunds/:refund', fault('refunds.fetch'), (c) => {
      const refund = find(context, 'refunds', c.req.param('refund'));
      if (refund.payment_id !== c.req.param('id')) throw unknownId();
      return c.json(toRefundDto(refund));
    })
    .get('/refunds', fault('refunds.list'), (c) =>
      c.json(toCollection(list(context, 'refunds', readPage(c)).map(toRefundDto))),
    )
    .get('/refunds/:id', fault('refunds.fetch'), (c) =>
      c.json(toRefundDto(find(context, 'refunds', c.req.param('id')))),
    )
    .route('/disputes', disputeRoutes(context))
    .route('/documents', documentRoutes(context))
    .all('*', () => {
      throw new SandboxError('The requested URL was not found on the server.', { status: 404 });
    });
}

/** HTTP Basic with the key pair. Compares digests, so that the time does not depend on the length. */
function requireKey(context: SandboxContext): MiddlewareHandler {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const pair = Buffer.from(`${context.keyId}:${context.keySecret}`).toString('base64');
  const right = digest(`Basic ${pair}`);
  return async (c, next) => {
    if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), right)) throw unauthorised();
    applyTimeLimits(context);
    await next();
  };
}
