import { Hono } from 'hono';
import { renderSVG } from 'uqr';

import type { SandboxContext } from './context.ts';
import type { PaymentRow } from './database.ts';
import { isDown } from './downtimes.ts';
import { SandboxError, unauthorised, unknownId } from './errors.ts';
import { faultMiddleware } from './inject-fault.ts';
import type { Body } from './parse-request.ts';
import { readBody } from './parse-request.ts';
import { rejectionOf } from './payment-failures.ts';
import { failPayment, resultOf, startPayment, succeed } from './payments.ts';
import { find } from './queries.ts';
import type { CardInput, Choice } from './test-instruments.ts';
import { readCard, readVpa, upiAppChoice } from './test-instruments.ts';
import { applyTimeLimits } from './time-limits.ts';
import type { CheckoutResult, PaymentFailure, UpiFlow } from './types.ts';
import { flowOf, upiFlow } from './upi.ts';

/**
 * The API of the checkout dialog, under /checkout. Like the provider's, it needs only the public key and the
 * order id. It can pay an order, but not read or change anything else.
 */
export function buyerRoutes(context: SandboxContext): Hono {
  return (
    new Hono()
      .post('/session', faultMiddleware(context.faults, 'checkout.session'), async (c) => {
        const order = findOrder(context, await readBody(c));
        if (order.status === 'paid')
          throw rejectionOf('order_already_paid', { order_id: order.id });
        const { amount, currency } = order;
        const down = METHODS.filter((method) => isDown(context, method));
        const upi = upiFlow(context, c.req.header('user-agent'));
        return c.json({ amount, currency, delivery: context.faults.delivery, upi, down });
      })
      .post('/payments', faultMiddleware(context.faults, 'checkout.pay'), async (c) => {
        const body = await readBody(c);
        const order = findOrder(context, body);
        const flow = upiFlow(context, c.req.header('user-agent'));
        const payment = startPayment(context, order.id, readChoice(context, body, flow), {
          email: textOf(body['email']),
          contact: textOf(body['contact']),
          description: textOf(body['description']),
        });
        if (payment.plan === 'card_number_invalid') {
          throw failed(failPayment(context, payment.id, payment.plan));
        }
        if (payment.method === 'upi' && flow !== 'collect') {
          const app = `${textOf(body['base']) ?? ''}/upi/${payment.id}`;
          const qr = flow === 'qr' ? renderSVG(app) : null;
          return c.json({ payment_id: payment.id, next: 'app', app, qr });
        }
        return c.json({
          payment_id: payment.id,
          next: payment.method === 'card' ? 'otp' : 'approve',
        });
      })
      .post(
        '/payments/:id/confirm',
        faultMiddleware(context.faults, 'checkout.confirm'),
        async (c) => {
          const body = await readBody(c);
          const payment = findPayment(context, body, c.req.param('id'));
          const otp = textOf(body['otp']) ?? '';
          const wrong = payment.method === 'card' && !/^\d{4,10}$/.test(otp);
          return c.json(settle(context, payment, wrong ? 'incorrect_otp' : payment.plan));
        },
      )
      .post(
        '/payments/:id/status',
        faultMiddleware(context.faults, 'checkout.status'),
        async (c) => {
          applyTimeLimits(context);
          const payment = findPayment(context, await readBody(c), c.req.param('id'));
          if (payment.status === 'failed') throw failed(payment);
          return c.json(payment.status === 'created' ? {} : resultOf(context, payment));
        },
      )
      // In the provider's test mode a cancelled UPI payment still succeeds.
      .post(
        '/payments/:id/cancel',
        faultMiddleware(context.faults, 'checkout.cancel'),
        async (c) => {
          const payment = findPayment(context, await readBody(c), c.req.param('id'));
          const plan = flowOf(payment) === 'collect' ? payment.plan : 'payment_cancelled';
          return c.json(settle(context, payment, plan));
        },
      )
  );
}

function settle(context: SandboxContext, payment: PaymentRow, plan: string): CheckoutResult {
  const row =
    plan === 'success' ? succeed(context, payment.id) : failPayment(context, payment.id, plan);
  if (row.status === 'failed') throw failed(row);
  return resultOf(context, row);
}

function failed(payment: PaymentRow): SandboxError {
  const { error_reason: reason } = JSON.parse(payment.failure ?? '{}') as PaymentFailure;
  const ids = { payment_id: payment.id, order_id: payment.order_id };
  return rejectionOf(reason ?? 'payment_cancelled', ids);
}

function findOrder(context: SandboxContext, body: Body) {
  if (body['key_id'] !== context.keyId) throw unauthorised();
  const order = find(context, 'orders', String(body['order_id']));
  if (body['amount'] !== undefined && Number(body['amount']) !== order.amount) {
    throw new SandboxError('The amount differs from that of the order.', {
      field: 'amount',
      reason: 'order_amount_mismatch',
    });
  }
  return order;
}

function findPayment(context: SandboxContext, body: Body, id: string): PaymentRow {
  const order = findOrder(context, body);
  const payment = find(context, 'payments', id);
  if (payment.order_id !== order.id) throw unknownId();
  return payment;
}

const METHODS = ['card', 'upi'] as const;

function readChoice(context: SandboxContext, body: Body, flow: UpiFlow): Choice {
  if (body['method'] === 'upi' && flow !== 'collect') {
    if (body['vpa'] === undefined) return upiAppChoice(flow);
    throw new SandboxError('A UPI ID is no longer accepted here.', { field: 'vpa' });
  }
  if (body['method'] === 'upi') return readVpa(textOf(body['vpa']) ?? '');
  if (body['method'] !== 'card') {
    throw new SandboxError('Choose card or UPI.', { field: 'method' });
  }
  const card = (body['card'] ?? {}) as Partial<Record<keyof CardInput, unknown>>;
  return readCard(
    {
      number: textOf(card.number) ?? '',
      expiry: textOf(card.expiry) ?? '',
      cvv: textOf(card.cvv) ?? '',
      name: textOf(card.name) ?? '',
    },
    context.now(),
  );
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 255) : null;
}
