import { Hono } from 'hono';
import { readBody } from './api-routes.ts';
import type { SandboxContext } from './context.ts';
import type { PaymentRow } from './database.ts';
import { SandboxError, unauthorised, unknownId } from './errors.ts';
import { faultMiddleware } from './inject-fault.ts';
import type { CardInput, Choice } from './instruments.ts';
import { readCard, readVpa } from './instruments.ts';
import type { Body } from './parse-request.ts';
import { refusalOf } from './payment-failures.ts';
import { failPayment, resultOf, startPayment, succeed } from './payments.ts';
import { find } from './queries.ts';
import type { CheckoutResult, PaymentFailure } from './types.ts';

/**
 * What the checkout dialog calls, under /checkout. Like the provider's own, these know only the
 * public key and the order id; they can pay for an order, never read or change anything else.
 */
export function buyerRoutes(desk: SandboxContext): Hono {
  return (
    new Hono()
      .post('/session', faultMiddleware(desk.faults, 'checkout.session'), async (c) => {
        const order = findOrder(desk, await readBody(c));
        if (order.status === 'paid') throw refusalOf('order_already_paid', { order_id: order.id });
        return c.json({ amount: order.amount, currency: order.currency });
      })
      .post('/payments', faultMiddleware(desk.faults, 'checkout.pay'), async (c) => {
        const body = await readBody(c);
        const order = findOrder(desk, body);
        const payment = startPayment(desk, order.id, readChoice(desk, body), {
          email: textOf(body['email']),
          contact: textOf(body['contact']),
          description: textOf(body['description']),
        });
        if (payment.plan === 'card_number_invalid') {
          throw failed(failPayment(desk, payment.id, payment.plan));
        }
        return c.json({
          payment_id: payment.id,
          next: payment.method === 'card' ? 'otp' : 'approve',
        });
      })
      .post(
        '/payments/:id/confirm',
        faultMiddleware(desk.faults, 'checkout.confirm'),
        async (c) => {
          const body = await readBody(c);
          const payment = findPayment(desk, body, c.req.param('id'));
          const otp = textOf(body['otp']) ?? '';
          const wrong = payment.method === 'card' && !/^\d{4,10}$/.test(otp);
          return c.json(settle(desk, payment, wrong ? 'incorrect_otp' : payment.plan));
        },
      )
      // In the provider's test mode a cancelled UPI payment ends as a success: the money moved.
      .post('/payments/:id/cancel', faultMiddleware(desk.faults, 'checkout.cancel'), async (c) => {
        const payment = findPayment(desk, await readBody(c), c.req.param('id'));
        const plan = payment.method === 'upi' ? payment.plan : 'payment_cancelled';
        return c.json(settle(desk, payment, plan));
      })
  );
}

function settle(desk: SandboxContext, payment: PaymentRow, plan: string): CheckoutResult {
  const row = plan === 'success' ? succeed(desk, payment.id) : failPayment(desk, payment.id, plan);
  if (row.status === 'failed') throw failed(row);
  return resultOf(desk, row);
}

function failed(payment: PaymentRow): SandboxError {
  const { error_reason: reason } = JSON.parse(payment.failure ?? '{}') as PaymentFailure;
  const ids = { payment_id: payment.id, order_id: payment.order_id };
  return refusalOf(reason ?? 'payment_cancelled', ids);
}

function findOrder(desk: SandboxContext, body: Body) {
  if (body['key_id'] !== desk.keyId) throw unauthorised();
  const order = find(desk, 'orders', String(body['order_id']));
  if (body['amount'] !== undefined && Number(body['amount']) !== order.amount) {
    throw new SandboxError('The amount differs from that of the order.', {
      field: 'amount',
      reason: 'order_amount_mismatch',
    });
  }
  return order;
}

function findPayment(desk: SandboxContext, body: Body, id: string): PaymentRow {
  const order = findOrder(desk, body);
  const payment = find(desk, 'payments', id);
  if (payment.order_id !== order.id) throw unknownId();
  return payment;
}

function readChoice(desk: SandboxContext, body: Body): Choice {
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
    desk.now(),
  );
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 255) : null;
}
