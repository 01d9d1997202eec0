import { expect, test } from 'vitest';
import { PAYMENT_OVERPAID } from '../../api/modules/payments/texts.ts';
import { bela, sharePaymentApp } from '../support/payment-app.ts';
import {
  CAPTURED,
  deliverWebhooks,
  startCheckout,
  storedOrder,
  storedPayments,
  takeDeductions,
  verifyPayment,
} from '../support/payments.ts';
import { ADDRESS, BELA, insertBuyer } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { AUTHORIZED } from '../support/settle-payments.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const FEE = 353_98;
const OFFER = -499_00;

/** A sale while the account at the provider adds this to every payment, and what the page is told. */
async function sellWith(added: number, how: typeof CAPTURED | typeof AUTHORIZED = CAPTURED) {
  app.sandbox.faults.addedToAmount = added;
  const { checkout } = await startCheckout(bela);
  const result = app.sandbox.pay(checkout.orderId, how);
  const { order_id: orderId } = await rowWith(app, 'instalments', {
    provider_order_id: checkout.orderId,
  });
  const answer = await verifyPayment(bela, result);
  return { answer, result, orderId, checkout };
}

test.each([
  ['a fee on top', FEE, '₹15,352.98', 'put a fee on top of the price', 'Customer Fee Bearer'],
  ['an offer', OFFER, '₹14,500', 'took an offer off the price', 'Show Offer on Checkout'],
])(
  'with %s switched on at the provider everybody reads the true reason with both amounts',
  async (_, added, paid, reason, name) => {
    const { answer, result, orderId, checkout } = await sellWith(added);
    const message = `Your bank confirmed another amount, ${paid} instead of ₹14,999: the payment service ${reason}. So it does not count as paid, and you get the whole ${paid} back.`;
    expect([answer.status, answer.body.message]).toEqual([409, message]);
    expect((await verifyPayment(bela, result)).body.message, 'asked again').toBe(message);
    await deliverWebhooks(app);
    const amount = checkout.amount + added;
    expect(await storedPayments(app, orderId)).toMatchObject([
      { ...{ status: 'surplus', amount, refunded: amount } },
    ]);
    expect((await storedOrder(app, orderId)).paid).toBe(0);

    const mail = await app.mail.email(BELA.email, /^Your payment is refunded/);
    expect(mail.text).toContain(reason);
    const notice = await app.mail.email(app.server.config.ownerEmail, /^Refunded automatically/);
    expect(notice.text).toContain(name);
    for (const { text } of [mail, notice])
      expect(text).not.toMatch(/more than was due|paid in time|Nothing was due/);
    app.mail.emails.length = 0;
  },
);

test('a payment of another amount that is only authorized is not taken, and the page says why', async () => {
  app.sandbox.faults.capture = 'manual';
  const { answer, result } = await sellWith(FEE, AUTHORIZED);
  expect([answer.status, answer.body.message]).toEqual([
    409,
    expect.stringContaining('₹15,352.98 instead of ₹14,999'),
  ]);
  const stored = app.sandbox.records().payments;
  expect(stored.find(({ id }) => id === result.razorpay_payment_id)?.status).toBe('authorized');
});

test('the page of the provider’s form says the same', async () => {
  app.sandbox.faults.webhooks.hold = true;
  app.sandbox.faults.addedToAmount = OFFER;
  const { checkout } = await startCheckout(bela);
  const sent = await fetch(`${app.origin}/api/v1/gig/order/payment-callback`, {
    ...{ method: 'POST', redirect: 'manual' },
    body: new URLSearchParams({ ...app.sandbox.pay(checkout.orderId, CAPTURED) }),
  });
  const token = new URL(sent.headers.get('location') ?? '', app.origin).hash.slice(1);
  const shown = await fetch(`${app.origin}/api/v1/gig/order/payment-result`, {
    ...{ method: 'POST', body: token },
  });
  expect(await shown.json()).toMatchObject({
    ...{ state: 'returned', amount: 14_500, currency: 'INR' },
    message: expect.stringContaining('₹14,500 instead of ₹14,999'),
  });
});

const COMPANY = { ...ADDRESS, companyName: 'Acme Widgets Pvt Ltd', tan: 'PNEA12345B' };

test('a payment for the amount before the deducted tax was changed is found, and goes back with the reason', async () => {
  await takeDeductions(app);
  app.sandbox.faults.webhooks.hold = true;
  const { person } = await insertBuyer(app);
  const cart = { addressInfo: COMPANY };
  const { checkout, cart: placed } = await startCheckout(person, cart);
  const again = await person.post('/api/v1/gig/order/place', {
    ...placed,
    deduction: { rule: 'professional', amount: 1_500 },
  });
  expect(again.status, JSON.stringify(again.body)).toBe(201);
  expect(again.body.orderId).not.toBe(checkout.orderId);
  const older = app.sandbox.pay(checkout.orderId, CAPTURED);
  const answer = await verifyPayment(person, older);
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'Your bank confirmed another amount, ₹14,999 instead of ₹13,499: the tax to deduct was changed after this payment was begun. So it does not count as paid, and you get the whole ₹14,999 back.',
  ]);
  expect((await verifyPayment(bela, older)).status, 'somebody else').toBe(404);

  const paid = await verifyPayment(person, app.sandbox.pay(again.body.orderId, CAPTURED));
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  expect((await verifyPayment(person, older)).body.message, 'once it is paid').toBe(
    PAYMENT_OVERPAID,
  );
});
