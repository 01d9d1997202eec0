import { describe, expect, test } from 'vitest';
import { SANDBOX_KEYS, startSandbox, TEST_CARD } from '../support/razorpay-sandbox.ts';

describe('the dialog', () => {
  const open = (id: string, more: object) => ({
    key_id: SANDBOX_KEYS.keyId,
    order_id: id,
    ...more,
  });

  test('pays by card with a four-digit OTP', async () => {
    const { order, post } = await startSandbox();
    const { id } = await order();
    const pay = open(id, { method: 'card', card: TEST_CARD });
    const first = (await post('payments', pay)).body['payment_id'];
    expect(await post(`payments/${first}/confirm`, open(id, { otp: '123' }))).toMatchObject({
      status: 400,
      body: { error: { reason: 'incorrect_otp', metadata: { payment_id: first } } },
    });
    const second = (await post('payments', pay)).body['payment_id'];
    const done = await post(`payments/${second}/confirm`, open(id, { otp: '1234' }));
    expect(done).toMatchObject({ status: 200, body: { razorpay_payment_id: second } });
    expect((await post('payments', pay)).body).toMatchObject({
      error: { reason: 'order_already_paid' },
    });
  });

  test('captures one of two payments confirmed at once', async () => {
    const { sandbox, order, post } = await startSandbox();
    const { id } = await order();
    const startPayment = () => post('payments', open(id, { method: 'card', card: TEST_CARD }));
    const ids = (await Promise.all([startPayment(), startPayment()])).map(
      (each) => each.body['payment_id'],
    );
    const confirm = (payment: unknown) =>
      post(`payments/${payment}/confirm`, open(id, { otp: '1234' }));
    const answers = await Promise.all(ids.map(confirm));
    expect(answers.map((each) => each.status).toSorted()).toEqual([200, 400]);
    expect(sandbox.records().payments.filter((each) => each.captured)).toHaveLength(1);
  });

  test('captures a UPI payment although it is cancelled', async () => {
    const { client, order, post } = await startSandbox();
    const { id } = await order();
    const upi = open(id, { method: 'upi', vpa: 'success@razorpay' });
    const payment = (await post('payments', upi)).body['payment_id'];
    await post(`payments/${payment}/cancel`, open(id, {}));
    expect(await client.orders.fetch(id)).toMatchObject({ status: 'paid' });
  });

  test('refuses a foreign order, key or amount and anything but JSON', async () => {
    const { order, post, url } = await startSandbox();
    const [a, b] = [await order(), await order()];
    const pay = open(a.id, { method: 'card', card: TEST_CARD });
    const payment = (await post('payments', pay)).body['payment_id'];
    expect((await post(`payments/${payment}/confirm`, open(b.id, { otp: '1234' }))).status).toBe(
      400,
    );
    expect((await post('session', { ...pay, key_id: 'rzp_test_other' })).status).toBe(401);
    expect((await post('session', { ...pay, amount: 1 })).status).toBe(400);
    expect((await post('payments', pay, 'text/plain')).status).toBe(415);
    const script = await (await fetch(`${url}/v1/checkout.js`)).text();
    expect(script).not.toMatch(/^(import|export) /m);
    expect(() => new Function(script)).not.toThrow();
  });
});

describe('UPI as in live mode', () => {
  const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 8)';
  const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64)';

  async function startUpi(userAgent: string) {
    let now = new Date('2026-11-22T10:00:00Z');
    const started = await startSandbox({ now: () => now });
    const { sandbox, order, url, client } = started;
    sandbox.faults.upi = 'live';
    const { id } = await order();
    const send = async (path: string, more: object = {}) => {
      const body = JSON.stringify({ key_id: SANDBOX_KEYS.keyId, order_id: id, ...more });
      const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
      const answer = await fetch(`${url}/checkout/${path}`, { method: 'POST', headers, body });
      return (await answer.json()) as Record<string, unknown>;
    };
    const begin = async () => {
      const begun = await send('payments', { method: 'upi', base: url });
      const app = String(begun['app']);
      const press = (button: string) => fetch(`${app}/${button}`, { method: 'POST' });
      const page = async () => (await fetch(app)).text();
      return { ...begun, paymentId: String(begun['payment_id']), press, page };
    };
    const later = (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
    };
    return { sandbox, client, id, send, begin, later };
  }

  test.each([
    ['a phone opens an app', ANDROID, 'intent'],
    ['another device shows a QR code', DESKTOP, 'qr'],
    ['an iPhone keeps the UPI ID', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 'collect'],
  ])('%s', async (_, userAgent, upi) => {
    const { send } = await startUpi(userAgent);
    expect(await send('session')).toMatchObject({ upi });
    const typed = await send('payments', { method: 'upi', vpa: 'success@razorpay' });
    if (upi === 'collect') expect(typed).toMatchObject({ next: 'approve' });
    else expect(typed).toMatchObject({ error: { field: 'vpa' } });
  });

  test('a payment approved in the app succeeds, also after the tab died', async () => {
    const { client, id, send, begin } = await startUpi(ANDROID);
    const { paymentId, press, page } = await begin();
    expect(await send(`payments/${paymentId}/status`)).toEqual({});
    expect(await page()).toContain('Approve this payment?');
    await press('approve');
    expect(await page()).toContain('Paid');
    expect(await client.orders.fetch(id)).toMatchObject({ status: 'paid' });
    expect(await send(`payments/${paymentId}/status`)).toMatchObject({
      razorpay_payment_id: paymentId,
    });
    const payment = await client.payments.fetch(paymentId);
    expect(payment).toMatchObject({ method: 'upi', upi: { flow: 'intent' } });
  });

  test('a declined, expired or left payment fails, and one approved after all is paid late', async () => {
    const { client, id, send, begin, later } = await startUpi(DESKTOP);
    const declined = await begin();
    expect(declined).toMatchObject({ qr: expect.stringContaining('<svg') });
    await declined.press('decline');
    const status = await send(`payments/${declined.paymentId}/status`);
    expect(status).toMatchObject({ error: { reason: 'payment_declined' } });
    const expired = await begin();
    later(11);
    expect(await expired.page()).toContain('not completed in time');
    await expired.press('approve');
    expect(await client.orders.fetch(id)).toMatchObject({ status: 'attempted' });
    const left = await begin();
    await send(`payments/${left.paymentId}/cancel`);
    expect(await client.payments.fetch(left.paymentId)).toMatchObject({ status: 'failed' });
    await left.press('approve');
    expect(await client.orders.fetch(id)).toMatchObject({ status: 'paid' });
  });
});
