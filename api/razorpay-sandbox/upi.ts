import { Hono } from 'hono';
import { html } from 'hono/html';
import type { SandboxContext } from './context.ts';
import type { PaymentRow } from './database.ts';
import { lateAuthorise } from './pay.ts';
import { failPayment, succeed } from './payments.ts';
import { find } from './queries.ts';
import { applyTimeLimits } from './time-limits.ts';
import type { Instrument, PaymentFailure, UpiFlow } from './types.ts';

/**
 * How a buyer pays by UPI. The provider's test mode has only the UPI ID. In live mode a phone opens a UPI app and
 * other devices show a QR code; the UPI ID is left on iOS.
 */
export function upiFlow({ faults }: SandboxContext, userAgent = ''): UpiFlow {
  if (faults.upi === 'test' || /iPhone|iPad/.test(userAgent)) return 'collect';
  return /Android/.test(userAgent) ? 'intent' : 'qr';
}

export const flowOf = (payment: PaymentRow): string | undefined =>
  (JSON.parse(payment.instrument) as Instrument).upi?.flow;

/** The UPI app of the buyer, under /upi: what a phone opens, or what a scanned QR code leads to. */
export function upiApp(context: SandboxContext): Hono {
  const payment = (id: string) => {
    applyTimeLimits(context);
    return find(context, 'payments', id);
  };
  return new Hono()
    .get('/:id', (c) => c.html(appPage(payment(c.req.param('id')))))
    .post('/:id/approve', (c) => {
      const { id, status, failure } = payment(c.req.param('id'));
      const reason = (JSON.parse(failure ?? '{}') as PaymentFailure).error_reason;
      if (status === 'created') succeed(context, id);
      // The bank pays although the shop's dialog was closed: the provider learns of it late.
      else if (reason === 'payment_cancelled') lateAuthorise(context, id);
      return c.redirect(`../${id}`, 303);
    })
    .post('/:id/decline', (c) => {
      failPayment(context, payment(c.req.param('id')).id, 'payment_declined');
      return c.redirect(`../${c.req.param('id')}`, 303);
    });
}

const TITLES: Record<PaymentRow['status'], string> = {
  created: 'Approve this payment?',
  authorized: 'Paid',
  captured: 'Paid',
  refunded: 'Paid',
  failed: 'Not paid',
};

function appPage({ id, amount, status, failure }: PaymentRow) {
  const rupees = (amount / 100).toLocaleString('en-IN', { style: 'currency', currency: 'INR' });
  const { error_reason: reason, error_description: text } = JSON.parse(
    failure ?? '{}',
  ) as Partial<PaymentFailure>;
  const canApprove = status === 'created' || reason === 'payment_cancelled';
  const button = (action: string, label: string) =>
    html`<form method="post" action="${id}/${action}"><button>${label}</button></form>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>UPI app of the sandbox</title>
      </head>
      <body>
        <h1>${TITLES[status]}</h1>
        <p>${rupees}</p>
        ${text ? html`<p>${text}</p>` : ''}
        ${canApprove ? [button('approve', 'Approve'), button('decline', 'Decline')] : ''}
        <p>This page stands in for the UPI app on the buyer’s phone. No real money moves.</p>
      </body>
    </html>`;
}
