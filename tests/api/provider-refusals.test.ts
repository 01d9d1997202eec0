import { expect, test } from 'vitest';
import { placeOrder } from '../support/payments.ts';
import { insertBuyer, orderBody } from '../support/people.ts';
import {
  app,
  loggedErrors,
  owner,
  paidOrder,
  shareInProcessApp,
} from '../support/shared-in-process-app.ts';

shareInProcessApp();

const tasksOf = async (kind: string) =>
  (await owner.get('/api/v1/desk/today?tasks=all')).body.tasks.filter(
    (task: { kind: string }) => task.kind === kind,
  );

async function place(more: Record<string, unknown> = {}) {
  const { person } = await insertBuyer(app);
  const cart = await orderBody(person, more);
  app.sandbox.faults.next('orders.create', { kind: 'status', status: 400 });
  return { person, cart, placed: await placeOrder(person, cart) };
}

test('an amount that the provider refuses is no outage: the buyer reads what helps, the owner has one task', async () => {
  const whole = await place({ paymentType: 'Full' });
  expect(whole.placed.status).toBe(409);
  expect(whole.placed.headers.get('Retry-After')).toBeNull();
  expect(whole.placed.body.message).toMatch(/not been charged.*Pay in two parts, or write to/);
  const parts = await place({ paymentType: 'Milestone' });
  expect(parts.placed.body.message).toMatch(/Please write to the seller/);
  expect(await tasksOf('refused')).toMatchObject([
    { refusal: { words: 'The request was refused.', count: 2, currency: 'INR' } },
  ]);
  const half = await placeOrder(whole.person, {
    ...{ ...whole.cart, paymentType: 'Milestone', checkoutId: crypto.randomUUID() },
  });
  expect(half.status, 'in parts it is taken').toBe(201);
  expect(await tasksOf('refused'), 'as much as was refused is taken').toEqual([]);
  expect(loggedErrors()).toHaveLength(2);
});

test('wrong keys never lead to two parts, and the owner is alarmed', async () => {
  for (const status of [401, 403] as const) {
    const { person } = await insertBuyer(app);
    app.sandbox.faults.next('orders.create', { kind: 'status', status });
    const { body } = await placeOrder(person, await orderBody(person, { paymentType: 'Full' }));
    expect(body.message).toMatch(/not been charged.*Please write to the seller/);
    expect(body.message).not.toMatch(/two parts/);
  }
  const alarms = app.subjects.filter((subject) => subject.includes('Razorpay refuses the keys'));
  expect(alarms).not.toEqual([]);
  await owner.post('/api/v1/desk/payments/refusal/seen', {});
  loggedErrors();
});

test('the owner takes the task away, and it comes back with the next refusal', async () => {
  await place();
  expect(await tasksOf('refused')).toHaveLength(1);
  expect((await owner.post('/api/v1/desk/payments/refusal/seen', {})).status).toBe(200);
  expect(await tasksOf('refused')).toEqual([]);
  await place();
  expect(await tasksOf('refused')).toMatchObject([{ refusal: { count: 1 } }]);
  await owner.post('/api/v1/desk/payments/refusal/seen', {});
  loggedErrors();
});

test.each([500, 429] as const)('an answer with %i is an outage that passes', async (status) => {
  const { person } = await insertBuyer(app);
  const cart = await orderBody(person);
  app.sandbox.faults.next('orders.create', { kind: 'status', status });
  const placed = await placeOrder(person, cart);
  expect(placed.status).toBe(502);
  expect(placed.headers.get('Retry-After')).toBe('5');
  expect(await tasksOf('refused')).toEqual([]);
  expect((await placeOrder(person, cart)).status).toBe(201);
  loggedErrors();
});

test('a refusal of the question how an order stands is said as one', async () => {
  const { person, orderId } = await paidOrder();
  app.sandbox.faults.next('orders.payments', { kind: 'status', status: 401 });
  const asked = await person.post(`/api/v1/gig/order/${orderId}/money/check`, {});
  expect(asked).toMatchObject({ status: 409, body: { message: expect.stringMatching(/refuses/) } });
  expect(await tasksOf('refused')).toMatchObject([{ refusal: { words: 'Authentication failed' } }]);
  await owner.post('/api/v1/desk/payments/refusal/seen', {});
  loggedErrors();
});

test('the owner reads the provider’s words where a refund is refused and still due', async () => {
  const { paymentId, orderId } = await paidOrder();
  app.sandbox.faults.next('payments.refund', { kind: 'status', status: 400 }, 2);
  await owner.post(`/api/v1/desk/orders/${orderId}/reject`, { reason: 'No time' });
  await app.server.services.background.settled();
  const [task] = await tasksOf('refund');
  expect(task).toMatchObject({
    payment: { _id: paymentId, failed: { words: 'The request was refused.' } },
  });
  const again = await owner.post(`/api/v1/desk/payments/${paymentId}/refund`, {
    refundId: crypto.randomUUID(),
  });
  expect(again).toMatchObject({
    ...{ status: 409, body: { message: expect.stringContaining('“The request was refused.”') } },
  });
  expect(loggedErrors()).toHaveLength(2);
});
