import { expect } from 'vitest';
import type { Answer, Person } from './http-client.ts';
import { ADDRESS, cart } from './people.ts';
import type { TestApp } from './test-app.ts';

const CALL = '/api/v1/gig/order';

export const place = (person: Person, body: unknown) => person.post(`${CALL}/place`, body);
export const verify = (person: Person, result: unknown) => person.post(`${CALL}/verify`, result);
export const payRemaining = (person: Person, orderId: string) =>
  person.post(`${CALL}/payRemainingAmount`, { orderId });
export const verifyRemaining = (person: Person, orderId: string, result: object) =>
  person.post(`${CALL}/verifyRemainingPayment`, { orderId, ...result });
export const orderOf = async (person: Person, orderId: string) =>
  (await person.get(`${CALL}/${orderId}`)).body.order;

export const CARD = { method: 'card', outcome: 'captured' } as const;
export const FAILED = { method: 'card', outcome: 'failed' } as const;
export const TWENTY = Array.from({ length: 20 });

/** A PUT as a browser sends it. */
export const put = (person: Person, path: string, body: unknown): Promise<Answer> =>
  person.send('PUT', path, JSON.stringify(body), {
    Origin: person.origin,
    'Content-Type': 'application/json',
    'X-XSRF-TOKEN': person.cookies.get('XSRF-TOKEN') ?? '',
  });

/** Placed, with everything a test wants to know of it. */
export async function startCheckout(person: Person, more: Record<string, unknown> = {}) {
  const body = await cart(person, more);
  const placed = await place(person, body);
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  return { cart: body, checkout: placed.body as { orderId: string; amount: number; key: string } };
}

/** Placed and paid through the browser's road. */
export async function buy(world: TestApp, person: Person, more: Record<string, unknown> = {}) {
  const { cart: body, checkout } = await startCheckout(person, {
    addressInfo: { ...ADDRESS, email: 'bills@buyers.example' },
    ...more,
  });
  const result = world.sandbox.pay(checkout.orderId, CARD);
  const answer = await verify(person, result);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return {
    cart: body,
    due: checkout,
    result,
    paymentId: result.razorpay_payment_id,
    orderId: answer.body.order._id as string,
  };
}

export const adminPayments = {
  unmatched: async (person: Person) => (await person.get('/api/v1/desk/payments/unmatched')).body,
  refundsDue: async (
    person: Person,
  ): Promise<{ _id: string; storedPaymentStatus: string; amount: number }[]> =>
    (await person.get('/api/v1/desk/payments/refunds-due')).body.payments,
  refund: (person: Person, paymentId: string, more: object = {}) =>
    person.post(`/api/v1/desk/payments/${paymentId}/refund`, {
      refundId: crypto.randomUUID(),
      ...more,
    }),
};

/** Everything reported has been delivered and handled. */
export async function deliverWebhooks(world: TestApp): Promise<void> {
  await world.sandbox.settled();
  await world.server.reconciler.run();
}

/** An order as the books have it. */
export const storedOrder = (world: TestApp, orderId: string) =>
  world.server.services.store.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();

export const storedPayments = (world: TestApp, orderId: string) =>
  world.server.services.store.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();

/** A payment as it stands in our books. */
export const standing = async (world: TestApp, paymentId: string) =>
  (
    await world.server.services.store.db
      .selectFrom('payments')
      .select('standing')
      .where('id', '=', paymentId)
      .executeTakeFirst()
  )?.standing;
