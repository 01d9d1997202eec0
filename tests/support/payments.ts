import { expect } from 'vitest';
import type { BuyerPayment, OwnerPayment } from '../../api/modules/order-pages/payment-list.ts';
import { switchDeductions } from '../../api/modules/orders/seller.ts';
import { readSecrets } from '../../api/platform/secrets.ts';
import { transaction } from '../../db/transaction.ts';
import type { Answer, Person } from './http-client.ts';
import { ADDRESS, orderBody } from './people.ts';
import { rowWith } from './rows.ts';
import type { RunningApp, TestApp } from './test-app.ts';

const CALL = '/api/v1/gig/order';

/** The owner lets companies deduct tax. */
export const takeDeductions = ({ server: { services } }: RunningApp) =>
  transaction(services, (tx) => switchDeductions(tx, true));

export const placeOrder = (person: Person, sent: unknown) => person.post(`${CALL}/place`, sent);
export const verifyPayment = (person: Person, result: unknown) =>
  person.post(`${CALL}/verify`, result);
export const payRemaining = (person: Person, orderId: string) =>
  person.post(`${CALL}/payRemainingAmount`, { orderId });
export const verifyRemainingPayment = (person: Person, orderId: string, result: object) =>
  person.post(`${CALL}/verifyRemainingPayment`, { orderId, ...result });
export const orderOf = async (person: Person, orderId: string) =>
  (await person.get(`${CALL}/${orderId}`)).body.order;

export const CAPTURED = { method: 'card', outcome: 'captured' } as const;
export const FAILED = { method: 'card', outcome: 'failed' } as const;
export const TWENTY_TIMES = Array.from({ length: 20 });

/** A PUT as a browser sends it. */
export const sendPut = (person: Person, path: string, sent: unknown): Promise<Answer> =>
  person.send('PUT', path, JSON.stringify(sent), {
    Origin: person.origin,
    'Content-Type': 'application/json',
    'X-XSRF-TOKEN': person.cookies.get('XSRF-TOKEN') ?? '',
  });

/** Places an order and returns its cart and the checkout that is to be paid. */
export async function startCheckout(person: Person, more: Record<string, unknown> = {}) {
  const sent = await orderBody(person, more);
  const placed = await placeOrder(person, sent);
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  return { cart: sent, checkout: placed.body as { orderId: string; amount: number; key: string } };
}

/** Places an order, pays it and verifies the result, as a browser does. */
export async function buy(app: RunningApp, person: Person, more: Record<string, unknown> = {}) {
  const { cart: sent, checkout } = await startCheckout(person, {
    addressInfo: { ...ADDRESS, email: 'bills@buyers.example' },
    ...more,
  });
  const result = app.sandbox.pay(checkout.orderId, CAPTURED);
  const answer = await verifyPayment(person, result);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return {
    cart: sent,
    checkout,
    result,
    paymentId: result.razorpay_payment_id,
    orderId: answer.body.order._id as string,
  };
}

/** Reads all pages of the owner's payments, or of a buyer's with the other path. */
export async function listPayments<P = OwnerPayment>(
  person: Person,
  query = '',
  path = '/api/v1/desk/payments',
): Promise<P[]> {
  const found: P[] = [];
  let after = '';
  do {
    const { body } = await person.get(`${path}?${query}&after=${encodeURIComponent(after)}`);
    found.push(...body.payments);
    after = body.next ?? '';
  } while (after);
  return found;
}

export const listBuyerPayments = (person: Person, query = '') =>
  listPayments<BuyerPayment>(person, query, `${CALL}/money`);

export const adminPayments = {
  unmatched: async (person: Person) =>
    (await listPayments(person, 'show=attention')).filter(
      ({ state }) => state === 'Without an order',
    ),
  refundsDue: async (person: Person) =>
    (await listPayments(person, 'show=attention')).filter(({ toRefund }) => toRefund > 0),
  refund: (person: Person, paymentId: string, more: object = {}) =>
    person.post(`/api/v1/desk/payments/${paymentId}/refund`, {
      refundId: crypto.randomUUID(),
      ...more,
    }),
};

/** Waits until every webhook is delivered and processed. */
export async function deliverWebhooks(app: RunningApp): Promise<void> {
  await app.sandbox.settled();
  await app.server.reconciler.run();
}

/** The stored row of an order. */
export const storedOrder = (app: RunningApp, orderId: string) =>
  rowWith(app, 'orders', { id: orderId });

export const storedPayments = (app: RunningApp, orderId: string) =>
  app.server.services.store.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();

/** Results that could not be verified, the newest first. */
export const rejectedResults = (app: RunningApp) =>
  app.server.services.store.db
    .selectFrom('rejected_payments')
    .selectAll()
    .orderBy('created_at', 'desc')
    .execute();

/** The stored status of a payment; undefined when it is not recorded. */
export const storedPaymentStatus = async (app: RunningApp, paymentId: string) =>
  (
    await app.server.services.store.db
      .selectFrom('payments')
      .select('status')
      .where('id', '=', paymentId)
      .executeTakeFirst()
  )?.status;

/** Creates an order at the provider with our keys but without the app. */
export async function createForeignOrder(app: TestApp): Promise<string> {
  const { razorpaySandbox: keys } = readSecrets(app.dataDir, app.server.config.secretKey);
  const made = await fetch(`${app.origin}/gateway/v1/orders`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`,
    },
    body: JSON.stringify({ amount: 4200, currency: 'INR' }),
  });
  return ((await made.json()) as { id: string }).id;
}
