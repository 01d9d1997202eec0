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
