import { expect, test, vi } from 'vitest';
import { PAYMENT_SUCCESSFUL, STILL_CONFIRMING } from '../../api/modules/payments/texts.ts';
import type { Person } from '../support/http-client.ts';
import { asha, bela, sharePaymentApp } from '../support/payment-app.ts';
import {
  CAPTURED,
  deliverWebhooks,
  FAILED,
  startCheckout,
  storedPaymentStatus,
  verifyPayment,
} from '../support/payments.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const RESULT = '/api/v1/gig/order/payment-result';

const paymentCount = async () =>
  (await app.server.services.store.db.selectFrom('payments').select('id').execute()).length;

async function sendHeldWebhooks() {
  app.sandbox.faults.clear();
  app.sandbox.release();
  await deliverWebhooks(app);
}

/** What the provider's form does in a browser: no cookie, no XSRF token, from another site. */
const post = (form: Record<string, string>) =>
  fetch(`${app.origin}/api/v1/gig/order/payment-callback`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: 'https://api.razorpay.com', 'Sec-Fetch-Site': 'cross-site' },
    body: new URLSearchParams(form),
  });

const placeOf = (response: Response) => new URL(response.headers.get('location') ?? '', app.origin);

async function resultOf(token: string) {
  const response = await fetch(app.origin + RESULT, {
    method: 'POST',
    body: token,
  });
  return { status: response.status, body: await response.json() };
}

test('a signed form without any session settles the payment, and leads to an address that shows it', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha);
  const result = app.sandbox.pay(checkout.orderId, CAPTURED);
  const response = await post({ ...result });
  expect(response.status).toBe(303);
  expect(response.headers.get('set-cookie')).toBeNull();
  const place = placeOf(response);
  expect(place.pathname + place.search).toBe('/payment-result');
  expect(await storedPaymentStatus(app, result.razorpay_payment_id)).toBe('settled');
  const { body } = await resultOf(place.hash.slice(1));
  expect(body).toMatchObject({
    state: 'paid',
    message: PAYMENT_SUCCESSFUL,
    amount: checkout.amount / 100,
  });
  expect(JSON.stringify(app.logs)).not.toContain(place.hash.slice(1, 60));
  expect(body.orderId, 'whoever has paid, perhaps by a link, is not known').toBeNull();
  const resultFor = async (person: Person) =>
    (await person.send('POST', RESULT, place.hash.slice(1), {})).body;
  expect(await resultFor(asha)).toMatchObject({
    orderId: expect.any(String),
    checkout: { isPartly: false },
  });
  expect((await resultFor(bela)).orderId).toBeNull();

  const before = await paymentCount();
  const again = await post({ ...result });
  await sendHeldWebhooks();
  expect((await resultOf(placeOf(again).hash.slice(1))).body).toEqual(body);
  expect(await paymentCount()).toBe(before);
});

test('a forged, foreign, failed or empty form changes nothing and learns nothing', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha);
  const other = await startCheckout(asha);
  const result = app.sandbox.pay(checkout.orderId, CAPTURED);
  const foreign = { ...result, razorpay_order_id: other.checkout.orderId };
  const before = await paymentCount();
  for (const form of [
    { ...result, razorpay_signature: 'f'.repeat(64) },
    foreign,
    { 'error[code]': 'BAD_REQUEST_ERROR', 'error[reason]': 'payment_cancelled' },
    { razorpay_payment_id: 'x'.repeat(40_000) },
    {},
  ] as Record<string, string>[]) {
    const response = await post(form);
    const place = placeOf(response);
    expect([response.status, place.pathname, place.hash]).toEqual([303, '/payment-result', '']);
  }
  expect(await paymentCount()).toBe(before);
});

test('while the provider is silent the address says that the bank has not decided, and later that it is paid', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha);
  const result = app.sandbox.pay(checkout.orderId, CAPTURED);
  app.sandbox.faults.next('payments.fetch', { kind: 'status', status: 500 }, 10);
  const token = placeOf(await post({ ...result })).hash.slice(1);
  expect((await resultOf(token)).body).toMatchObject({
    state: 'waiting',
    message: STILL_CONFIRMING,
  });
  await sendHeldWebhooks();
  expect((await resultOf(token)).body).toMatchObject({ state: 'paid' });
});

test('a second payment of a part that is paid is never “still confirming”: it goes back', async () => {
  const { checkout } = await startCheckout(asha);
  const second = app.sandbox.pay(checkout.orderId, FAILED);
  const first = app.sandbox.pay(checkout.orderId, CAPTURED);
  expect((await verifyPayment(asha, first)).status).toBe(200);
  app.sandbox.lateAuthorise(second.razorpay_payment_id);
  const place = placeOf(await post({ ...second }));
  expect((await resultOf(place.hash.slice(1))).body).toMatchObject({
    ...{ state: 'returned', message: expect.stringMatching(/You get the money back/) },
  });
});

test('while the database is away the browser gets the page, which shows the payment later', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha);
  const result = app.sandbox.pay(checkout.orderId, CAPTURED);
  const broken = vi.spyOn(app.server.services.store.db, 'selectFrom').mockImplementation(() => {
    throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' });
  });
  const response = await post({ ...result }).finally(() => broken.mockRestore());
  const place = placeOf(response);
  expect([response.status, place.pathname]).toEqual([303, '/payment-result']);
  const token = place.hash.slice(1);
  expect((await resultOf(token)).body).toMatchObject({ state: 'waiting' });
  await sendHeldWebhooks();
  expect((await resultOf(token)).body).toMatchObject({ state: 'paid' });
});

test('the address ends after half an hour, and an invented one shows nothing', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout } = await startCheckout(asha);
  const token = placeOf(await post({ ...app.sandbox.pay(checkout.orderId, CAPTURED) })).hash.slice(
    1,
  );
  for (const invented of ['', 'abc', `${token}AAAA`, 'A'.repeat(400)]) {
    expect((await resultOf(invented)).status).toBe(410);
  }
  app.advance(31 * 60_000);
  expect((await resultOf(token)).status).toBe(410);
});
