import Razorpay from 'razorpay';
import { describe, expect, test } from 'vitest';
import { INR, SANDBOX_KEYS, startSandbox, TEST_CARD } from '../support/razorpay-sandbox.ts';

describe('orders', () => {
  test('an order is created, fetched, listed and edited as at the provider', async () => {
    const { client } = await startSandbox();
    const order = await client.orders.create({ amount: 50_000, ...INR, receipt: 'r-1' });
    expect(order).toMatchObject({
      entity: 'order',
      amount: 50_000,
      amount_paid: 0,
      amount_due: 50_000,
      receipt: 'r-1',
      status: 'created',
      attempts: 0,
      notes: [],
      offer_id: null,
    });
    expect(order.id).toMatch(/^order_[A-Za-z0-9]{14}$/);
    await client.orders.create({ amount: 100, ...INR, receipt: 'r-2' });
    expect(await client.orders.all({ receipt: 'r-1' })).toMatchObject({ count: 1, items: [order] });
    expect(await client.orders.all({ count: 1, skip: 1 })).toMatchObject({ items: [order] });
    const edited = await client.orders.edit(order.id, { notes: { app: 'a' } });
    expect(edited.notes).toEqual({ app: 'a' });
    expect(await client.orders.fetchPayments(order.id)).toMatchObject({ count: 0, items: [] });
  });

  test.each([
    [{ amount: 99, ...INR }, 'amount_less_than_minimum_amount'],
    [{ amount: 100.5, ...INR }, 'input_validation_failed'],
    [{ amount: 100, currency: 'EUR' }, 'input_validation_failed'],
    [{ amount: 100, ...INR, receipt: 'x'.repeat(41) }, 'input_validation_failed'],
    [{ amount: 100, ...INR, notes: { a: 'x'.repeat(257) } }, 'input_validation_failed'],
    [{ amount: 100, ...INR, colour: 'red' }, 'extra_field_sent'],
  ])('refuses to create an order with %o', async (body, reason) => {
    const { client } = await startSandbox();
    const error = { code: 'BAD_REQUEST_ERROR', reason };
    await expect(client.orders.create(body)).rejects.toMatchObject({ statusCode: 400, error });
  });

  test('an order with a unique receipt is returned again for the same receipt', async () => {
    const { client, sandbox } = await startSandbox();
    const body = { amount: 100, ...INR, receipt: 'once', unique_receipt: true };
    const orders = await Promise.all(Array.from({ length: 10 }, () => client.orders.create(body)));
    expect(new Set(orders.map((order) => order.id)).size).toBe(1);
    expect(sandbox.records().orders).toHaveLength(1);
  });

  test('orders are answered only to a caller with the right key', async () => {
    const { url, client } = await startSandbox();
    const stranger = new Razorpay({ key_id: SANDBOX_KEYS.keyId, key_secret: 'wrong' });
    Object.assign((stranger.api as unknown as { rq: { defaults: object } }).rq.defaults, {
      baseURL: url,
      proxy: false,
    });
    await expect(stranger.orders.all()).rejects.toMatchObject({ statusCode: 401 });
    const error = { description: 'The id provided does not exist' };
    await expect(client.orders.fetch('order_x')).rejects.toMatchObject({ statusCode: 400, error });
  });
});

describe('payments', () => {
  test('a captured payment marks its order paid, and its result is signed', async () => {
    const { client, sandbox, order } = await startSandbox();
    const { id } = await order();
    const result = sandbox.pay(id, { method: 'upi', outcome: 'captured', email: 'a@b.test' });
    const payment = await client.payments.fetch(result.razorpay_payment_id);
    expect(payment).toMatchObject({
      status: 'captured',
      captured: true,
      amount: 50_000,
      order_id: id,
      vpa: 'success@razorpay',
      email: 'a@b.test',
      fee: 1180,
      tax: 180,
      error_code: null,
    });
    expect(await client.orders.fetch(id)).toMatchObject({
      status: 'paid',
      amount_paid: 50_000,
      amount_due: 0,
      attempts: 1,
    });
    const signed = Razorpay.validateWebhookSignature(
      `${id}|${payment.id}`,
      result.razorpay_signature,
      SANDBOX_KEYS.keySecret,
    );
    expect(signed).toBe(true);
    expect(() => sandbox.pay(id, { method: 'upi', outcome: 'captured' })).toThrow('already paid');
  });

  test('a payment stays authorized until it is captured, once and with the exact amount', async () => {
    const { client, sandbox, order } = await startSandbox();
    sandbox.faults.capture = 'manual';
    const { id } = await order();
    const { razorpay_payment_id: paid } = sandbox.pay(id, { method: 'card', outcome: 'captured' });
    expect(await client.payments.fetch(paid)).toMatchObject({
      status: 'authorized',
      fee: null,
      tax: null,
      card: { last4: '1007', network: 'Visa' },
    });
    expect(() => sandbox.pay(id, { method: 'upi', outcome: 'captured' })).toThrow();
    const refused = { statusCode: 400 };
    await expect(client.payments.capture(paid, 49_999, 'INR')).rejects.toMatchObject(refused);
    expect(await client.payments.capture(paid, 50_000, 'INR')).toMatchObject({ captured: true });
    await expect(client.payments.capture(paid, 50_000, 'INR')).rejects.toMatchObject(refused);
  });

  test('a payment that failed can be tried again and can be captured late', async () => {
    const { client, sandbox, order } = await startSandbox();
    const { id } = await order();
    const how = { method: 'card', outcome: 'failed', reason: 'card_declined' } as const;
    const failed = sandbox.pay(id, how).razorpay_payment_id;
    expect(await client.payments.fetch(failed)).toMatchObject({
      status: 'failed',
      error_reason: 'card_declined',
      captured: false,
    });
    sandbox.pay(id, { method: 'upi', outcome: 'captured' });
    expect(await client.orders.fetch(id)).toMatchObject({ status: 'paid', attempts: 2 });
    sandbox.lateAuthorise(failed, { force: true });
    const captured = sandbox.records().payments.filter((payment) => payment.captured);
    expect(captured).toHaveLength(2);
    expect(await client.orders.fetch(id)).toMatchObject({ amount_paid: 50_000, amount_due: 0 });
  });

  test('payments are listed newest first by creation time, ten or as many as requested', async () => {
    let now = new Date('2026-11-20T10:00:00.000Z');
    const { client, sandbox, order } = await startSandbox({ now: () => now });
    const made: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const { id } = await order();
      made.unshift(sandbox.pay(id, { method: 'upi', outcome: 'captured' }).razorpay_payment_id);
      now = new Date(now.getTime() + 60_000);
    }
    const idsOf = async (page: object) =>
      (await client.payments.all(page)).items.map((each) => each.id);
    expect(await idsOf({})).toEqual(made.slice(0, 10));
    expect(await idsOf({ count: 100 })).toEqual(made);
    expect(await idsOf({ count: 5, skip: 10 })).toEqual(made.slice(10));
    const from = Date.parse('2026-11-20T10:02:00.000Z') / 1000;
    expect(await idsOf({ from, to: from + 120, count: 100 })).toEqual(made.slice(7, 10));
    for (const wrong of [{ count: 101 }, { from: 5 }, { to: 4_765_046_401 }]) {
      await expect(client.payments.all(wrong)).rejects.toMatchObject({ statusCode: 400 });
    }
  });

  test('a payment times out after ten minutes, and an authorized one is refunded after three days', async () => {
    let time = Date.parse('2026-11-20T10:00:00Z');
    const { client, sandbox, order, post } = await startSandbox({ now: () => new Date(time) });
    const [first, second] = [await order(), await order()];
    const body = {
      key_id: SANDBOX_KEYS.keyId,
      order_id: first.id,
      method: 'card',
      card: TEST_CARD,
    };
    const { payment_id: left } = (await post('payments', body)).body;
    const held = sandbox.pay(second.id, { method: 'card', outcome: 'authorized' });
    time += 11 * 60 * 1000;
    expect(await client.payments.fetch(String(left))).toMatchObject({
      status: 'failed',
      error_reason: 'payment_timed_out',
    });
    time += 3 * 24 * 60 * 60 * 1000;
    expect(await client.payments.fetch(held.razorpay_payment_id)).toMatchObject({
      status: 'refunded',
      captured: false,
      refund_status: 'full',
    });
  });

  test('a payment is refunded in part or in full, never beyond its amount, and once per key', async () => {
    const { client, sandbox, order, url } = await startSandbox();
    const { id } = await order();
    const { razorpay_payment_id: paid } = sandbox.pay(id, { method: 'upi', outcome: 'captured' });
    await client.payments.refund(paid, { amount: 20_000 });
    expect(await client.payments.fetch(paid)).toMatchObject({
      status: 'captured',
      refund_status: 'partial',
      amount_refunded: 20_000,
    });
    const refused = { statusCode: 400 };
    await expect(client.payments.refund(paid, { amount: 30_001 })).rejects.toMatchObject(refused);
    const again = (body: string) =>
      fetch(`${url}/v1/payments/${paid}/refund`, {
        method: 'POST',
        body,
        headers: {
          authorization: `Basic ${btoa(`${SANDBOX_KEYS.keyId}:${SANDBOX_KEYS.keySecret}`)}`,
          'content-type': 'application/json',
          'x-refund-idempotency': 'refund-key-1',
        },
      });
    const [one, two] = [await again('{}'), await again('{}')];
    expect(await one.json()).toEqual(await two.json());
    expect((await again('{"amount":100}')).status).toBe(409);
    expect(await client.payments.fetch(paid)).toMatchObject({ status: 'refunded' });
    expect(await client.orders.fetch(id)).toMatchObject({ status: 'paid' });
    expect(await client.refunds.all()).toMatchObject({ count: 2 });
  });
});
