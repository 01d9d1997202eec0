import { expect, test } from 'vitest';
import {
  LINK_EXPIRED,
  LINK_REVOKED,
  LINK_TOO_LONG,
  NOTHING_LEFT,
  OTHER_PART_FIRST,
  UNKNOWN_LINK,
} from '../../api/modules/payments/texts.ts';
import type { Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  buy,
  CAPTURED,
  payRemaining,
  storedOrder,
  storedPaymentStatus,
} from '../support/payments.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const CALL = '/api/v1/gig/order';
const linkCall = (orderId: string) => `${CALL}/${orderId}/payment-link`;

async function createLink(person: Person, orderId: string) {
  const { status, body } = await person.post(linkCall(orderId), {});
  expect(status, JSON.stringify(body)).toBe(201);
  return { ...body, token: new URL(body.url).hash.slice(1) } as { token: string; url: string };
}

/** What the page of a link sends: no cookie, no XSRF token. */
async function call(what: 'read' | 'open', token: string) {
  const response = await fetch(`${app.origin}${CALL}/payment-link/${what}`, {
    method: 'POST',
    body: token,
  });
  return { status: response.status, body: await response.json() };
}

const refusal = async (what: 'read' | 'open', token: string) => {
  const { status, body } = await call(what, token);
  return [status, body.message];
};

const sendForm = (form: object) =>
  fetch(`${app.origin}${CALL}/payment-callback/link`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form as Record<string, string>),
  });

test('whoever has the link pays the part without an account, and sees nothing else of the order', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  const { token, url } = await createLink(asha, orderId);
  expect(url).toMatch(new RegExp(`^${app.origin}/pay#[\\w-]{43}$`));

  const { body: shown } = await call('read', token);
  const order = await storedOrder(app, orderId);
  expect(shown).toEqual({
    ...{ success: true, isPaid: false, name: order.buyer_name },
    ...{ amount: (order.total - order.paid) / 100, currency: 'INR', title: expect.any(String) },
    ...{ trouble: null, part: 'Milestone 2 of 2' },
    ...{ validUntil: expect.any(String), script: expect.any(String) },
  });

  // The buyer has it open, too: one order at the provider for both.
  const { body: openedByBuyer } = await payRemaining(asha, orderId);
  const { body: opened } = await call('open', token);
  expect(opened).toEqual(openedByBuyer);

  const result = app.sandbox.pay(opened.orderId, CAPTURED);
  const response = await sendForm(result);
  expect(await storedPaymentStatus(app, result.razorpay_payment_id)).toBe('settled');
  const resultToken = new URL(response.headers.get('location') ?? '', app.origin).hash.slice(1);
  const answer = await fetch(`${app.origin}${CALL}/payment-result`, {
    method: 'POST',
    body: resultToken,
  });
  expect(await answer.json()).toMatchObject({ state: 'paid', checkout: null, orderId: null });

  expect((await call('read', token)).body).toMatchObject({ isPaid: true });
  expect(await refusal('open', token)).toEqual([409, NOTHING_LEFT]);
  // The receipt is the buyer's.
  const { body } = await asha.get(`${CALL}/${orderId}`);
  expect(body.order.documents).toHaveLength(2);
  expect(JSON.stringify(app.logs)).not.toContain(token);
});

test('the buyer’s own payment uses the link up', async () => {
  const { orderId } = await buy(app, bela, { paymentType: 'Milestone' });
  const { token } = await createLink(bela, orderId);
  const { body: opened } = await payRemaining(bela, orderId);
  const result = app.sandbox.pay(opened.orderId, CAPTURED);
  await bela.post(`${CALL}/verifyRemainingPayment`, { orderId, ...result });
  expect((await call('read', token)).body.isPaid).toBe(true);
  expect(await refusal('open', token)).toEqual([409, NOTHING_LEFT]);
  expect((await bela.get(linkCall(orderId))).body.validUntil).toBeNull();
  expect((await bela.delete(linkCall(orderId))).status).toBe(200);
  expect(await refusal('read', token), 'withdrawn, it says nothing more').toEqual([
    410,
    LINK_REVOKED,
  ]);
  expect((await bela.post(linkCall(orderId), {})).status).toBe(409);
});

test('a forged, replaced, revoked or oversized link says why it does not work', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  const first = await createLink(asha, orderId);
  const second = await createLink(asha, orderId);
  for (const token of ['', 'A'.repeat(43), `${second.token}x`, first.token])
    expect(await refusal('open', token)).toEqual([404, UNKNOWN_LINK]);
  expect(await refusal('read', 'A'.repeat(40_000))).toEqual([413, LINK_TOO_LONG]);

  expect((await bela.delete(linkCall(orderId))).status).toBe(404);
  expect((await asha.delete(linkCall(orderId))).status).toBe(200);
  for (const what of ['read', 'open'] as const)
    expect(await refusal(what, second.token)).toEqual([410, LINK_REVOKED]);

  const third = await createLink(asha, orderId);
  const { body } = await owner.get(`/api/v1/desk/orders/${orderId}`);
  expect(body.order.linkUntil).toEqual(expect.any(String));
  await owner.delete(`/api/v1/desk/payments/links/${orderId}`);
  expect(await refusal('open', third.token)).toEqual([410, LINK_REVOKED]);
});

test('a link ends after a week, with its order, and when another part is to be paid first', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  const { token } = await createLink(asha, orderId);
  const [part] = await app.server.services.store.db
    .selectFrom('instalments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('payment_id', 'is', null)
    .execute();
  if (!part) throw new Error('an order without an open part');
  const another = { ...part, id: crypto.randomUUID(), provider_order_id: null };
  const earlier = { ...another, number: part.number + 1, pay_by: '2020-01-01T00:00:00.000Z' };
  await app.write(async (tx) => {
    await tx.insertInto('instalments').values(earlier).execute();
  });
  expect(await refusal('open', token)).toEqual([409, OTHER_PART_FIRST]);
  await app.write((tx) => tx.deleteFrom('instalments').where('id', '=', earlier.id).execute());
  expect((await call('open', token)).status).toBe(200);

  const other = await buy(app, bela, { paymentType: 'Milestone' });
  const ofCancelled = await createLink(bela, other.orderId);
  const { body } = await bela.get(`${CALL}/${other.orderId}`);
  const { refund } = body.order.cancellation;
  expect((await bela.post(`${CALL}/${other.orderId}/cancel`, { refund })).status).toBe(200);
  for (const what of ['read', 'open'] as const)
    expect(await refusal(what, ofCancelled.token)).toEqual([
      409,
      expect.stringMatching(/cancelled/),
    ]);

  app.advance(7 * 86_400_000);
  expect(await refusal('open', token)).toEqual([410, LINK_EXPIRED]);
});
