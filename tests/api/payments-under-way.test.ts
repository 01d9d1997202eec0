import { expect, test } from 'vitest';
import type { PaymentUnderWay } from '../../api/modules/payments/payments-under-way.ts';
import {
  OTHER_WAY_PAID,
  OTHER_WAY_UNDER_WAY,
  PAID_MEANWHILE,
  PAYMENT_UNDER_WAY,
} from '../../api/modules/payments/texts.ts';
import { MINUTE } from '../../api/platform/clock.ts';
import type { PayOptions } from '../../api/razorpay-sandbox/pay.ts';
import type { Person } from '../support/http-client.ts';
import { asha, bela, sharePaymentApp } from '../support/payment-app.ts';
import {
  CAPTURED,
  payRemaining,
  placeOrder,
  startCheckout,
  verifyPayment,
} from '../support/payments.ts';
import { insertBuyer, orderBody, STORE, signedIn } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const CALL = '/api/v1/gig/order';
const OPEN = { method: 'upi', outcome: 'created' } as const;

/** What a page shows first of all to a person who comes back. */
const underWay = async (person: Person) => (await person.get(`${CALL}/under-way`)).body.payments;
const findOrder = async (person: Person, checkoutId: unknown) =>
  (await person.get(`${CALL}/checkout/${checkoutId}`)).body.orderId as string;
const payAgain = (person: Person, orderId: string) => person.post(`${CALL}/payAgain`, { orderId });

async function begin() {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout, cart } = await startCheckout(asha);
  const orderId = await findOrder(asha, cart.checkoutId);
  const stateOf = async (person = asha): Promise<string | undefined> =>
    (await underWay(person)).find((each: { orderId: string }) => each.orderId === orderId)?.state;
  /** The page says 'waiting' while the provider is slow, and asks again. */
  const expectState = (state: string) => expect.poll(() => stateOf()).toBe(state);
  return { checkout, orderId, stateOf, expectState };
}

test('who comes back while the bank decides reads that we keep looking, and cannot pay twice', async () => {
  const { checkout, orderId, stateOf, expectState } = await begin();
  await expectState('unpaid');
  const { razorpay_payment_id: paymentId } = app.sandbox.pay(checkout.orderId, OPEN);
  await expectState('waiting');
  expect(await stateOf(bela)).toBeUndefined();
  expect(await payAgain(asha, orderId)).toMatchObject({
    status: 409,
    body: { message: PAYMENT_UNDER_WAY },
  });
  app.sandbox.decide(paymentId);
  await expect.poll(() => stateOf()).not.toBe('waiting');
  expect(await stateOf()).toBeUndefined();
});

test('who paid and comes back to the old button reads that nothing is to be paid twice', async () => {
  const { checkout, orderId } = await begin();
  app.sandbox.pay(checkout.orderId, CAPTURED);
  expect(await payAgain(asha, orderId)).toMatchObject({
    status: 409,
    body: { message: PAID_MEANWHILE },
  });
});

test('after a declined or forgotten request the same part can be paid with one button', async () => {
  const { checkout, orderId, expectState } = await begin();
  const { razorpay_payment_id: declined } = app.sandbox.pay(checkout.orderId, OPEN);
  app.sandbox.decide(declined, 'payment_declined');
  await expectState('unpaid');
  app.sandbox.pay(checkout.orderId, OPEN);
  await expectState('waiting');
  app.advance(16 * MINUTE);
  await expectState('unpaid');
  const again = await payAgain(asha, orderId);
  expect(again.body).toMatchObject({ orderId: checkout.orderId });
  const paid = app.sandbox.pay(checkout.orderId, CAPTURED);
  expect((await verifyPayment(asha, paid)).status).toBe(200);
});

test('who left a card’s page at the bank may pay again at once', async () => {
  const { checkout, orderId, expectState } = await begin();
  app.sandbox.pay(checkout.orderId, { method: 'card', outcome: 'created' });
  await expectState('unpaid');
  expect((await payAgain(asha, orderId)).body).toMatchObject({ orderId: checkout.orderId });
});

test('while the provider does not answer nobody is sent to pay again, and the page says that we look', async () => {
  const { orderId, expectState } = await begin();
  app.sandbox.faults.next(
    'orders.payments',
    { kind: 'status', status: 500 },
    Number.POSITIVE_INFINITY,
  );
  await expectState('waiting');
  expect((await payAgain(asha, orderId)).status).toBe(502);
});

test('a second part that is being paid is refused on another device, and shown there', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { checkout, cart } = await startCheckout(asha, { paymentType: 'Milestone' });
  const orderId = await findOrder(asha, cart.checkoutId);
  await verifyPayment(asha, app.sandbox.pay(checkout.orderId, CAPTURED));
  const second = (await payRemaining(asha, orderId)).body;
  const { razorpay_payment_id: paymentId } = app.sandbox.pay(second.orderId, OPEN);
  expect((await payRemaining(asha, orderId)).body.message).toBe(PAYMENT_UNDER_WAY);
  const found = await underWay(asha);
  expect(found).toContainEqual(expect.objectContaining({ orderId, part: 2, state: 'waiting' }));
  app.sandbox.decide(paymentId);
  expect((await payRemaining(asha, orderId)).body.message).toBe(PAID_MEANWHILE);
});

/** The body of the online store's smallest package. */
async function storeBody(person: Person) {
  const { gig } = (await person.get(`/api/v1/gig/get/${STORE}`)).body;
  const [plan] = gig.PricingPlans;
  const selectedPlan = { planType: plan.planType };
  return orderBody(person, {
    orderItems: [{ gigId: STORE, selectedPlan, extraFeatures: [] }],
    totalAmount: plan.price,
  });
}

test('while an attempt for a gig is at the bank no other checkout for it is opened, whatever its id', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { person, user } = await insertBuyer(app);
  const { cart } = await startCheckout(person, { paymentType: 'Milestone' });
  const earlier = await findOrder(person, cart.checkoutId);
  const { checkout } = await startCheckout(person);
  const { razorpay_payment_id: paymentId } = app.sandbox.pay(checkout.orderId, OPEN);
  const refused = { status: 409, body: { message: OTHER_WAY_UNDER_WAY } };
  const milestone = await orderBody(person, { paymentType: 'Milestone' });
  const { checkoutId, ...withoutId } = milestone;
  for (const sent of [milestone, withoutId, cart])
    expect(await placeOrder(person, sent)).toMatchObject(refused);
  expect(await payAgain(person, earlier)).toMatchObject(refused);
  expect(await findOrder(person, checkoutId), 'nothing is stored of it').toBeNull();
  expect((await placeOrder(person, await storeBody(person))).status, 'another gig').toBe(201);
  expect((await placeOrder(bela, await orderBody(bela))).status, 'somebody else').toBe(201);

  app.sandbox.decide(paymentId);
  const paid = { status: 409, body: { message: OTHER_WAY_PAID } };
  expect(await placeOrder(person, milestone), 'told once').toMatchObject(paid);
  const { db } = app.server.services.store;
  const orders = db.selectFrom('orders').select('paid').where('buyer_id', '=', user.id);
  expect(await orders.where('paid', '>', 0).execute()).toEqual([{ paid: checkout.amount }]);
  expect((await placeOrder(person, milestone)).status, 'a second one on purpose').toBe(201);
});

test('once the buyer has declined the request, or it has expired, another way to pay is opened', async () => {
  app.sandbox.faults.webhooks.hold = true;
  for (const end of ['declined', 'expired']) {
    const { person } = await insertBuyer(app);
    const { checkout } = await startCheckout(person);
    const { razorpay_payment_id: paymentId } = app.sandbox.pay(checkout.orderId, OPEN);
    const milestone = await orderBody(person, { paymentType: 'Milestone' });
    expect((await placeOrder(person, milestone)).status).toBe(409);
    if (end === 'declined') app.sandbox.decide(paymentId, 'payment_declined');
    else app.advance(16 * MINUTE);
    expect((await placeOrder(person, milestone)).status, end).toBe(201);
  }
});

test('while the provider does not say what became of an attempt no other checkout is opened', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { person } = await insertBuyer(app);
  await startCheckout(person);
  app.sandbox.faults.next('orders.payments', { kind: 'status', status: 500 }, 10);
  const milestone = await orderBody(person, { paymentType: 'Milestone' });
  expect((await placeOrder(person, milestone)).status).toBe(502);
});

interface Purchase {
  person: Person;
  cart: Record<string, unknown>;
  /** The provider's order, once the order is placed. */
  checkout: string;
}
type Until = (purchase: Purchase) => Promise<unknown> | unknown;

const place: Until = async (purchase) => {
  purchase.checkout = (await placeOrder(purchase.person, purchase.cart)).body.orderId;
};
const payAs = (how: PayOptions) => async (purchase: Purchase) => {
  await place(purchase);
  return app.sandbox.pay(purchase.checkout, how);
};
const openDialog: Until = async (purchase) => {
  await place(purchase);
  await fetch(`${app.origin}/gateway/checkout/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      key_id: app.server.services.provider.keyId,
      order_id: purchase.checkout,
    }),
  });
};
const reportUnsettled: Until = async (purchase) => {
  const result = await payAs({ method: 'card', outcome: 'authorized' })(purchase);
  app.sandbox.faults.next('payments.capture', { kind: 'status', status: 500 });
  expect((await verifyPayment(purchase.person, result)).status).toBe(202);
};
const sendForm: Until = async (purchase) => {
  const result = await payAs(CAPTURED)(purchase);
  await fetch(`${app.origin}${CALL}/payment-callback`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...result }),
  });
};
const approveElsewhere: Until = async (purchase) => {
  const { razorpay_payment_id: id } = await payAs(OPEN)(purchase);
  app.sandbox.decide(id);
};
const letExpire: Until = async (purchase) => {
  await payAs(OPEN)(purchase);
  app.advance(16 * MINUTE);
};
const settleUnseen: Until = async (purchase) => {
  await payAs(CAPTURED)(purchase);
  app.sandbox.release();
  await app.sandbox.settled();
  await app.server.reconciler.run();
};

/** Who comes back signs in on another device: nothing of the tab is left. */
test.each<[when: string, until: Until, sees: string, settled: number]>([
  ['before the order is created', () => undefined, 'no order', 0],
  ['once the order is created', place, 'unpaid', 0],
  ['while the dialog is open', openDialog, 'unpaid', 0],
  ['while the UPI app is open', payAs(OPEN), 'waiting', 0],
  ['when the payment is approved and not reported', payAs(CAPTURED), 'paid', 1],
  ['when it is reported and not captured', reportUnsettled, 'paid', 1],
  ['when it is settled and not shown', settleUnseen, 'paid', 1],
  ['on the page of the result', sendForm, 'paid', 1],
  ['before the buyer approves on another device', approveElsewhere, 'paid', 1],
  ['and the request expires', letExpire, 'unpaid', 0],
])('a tab that dies %s', async (_, until, sees, settled) => {
  app.sandbox.faults.webhooks.hold = true;
  const { person, user } = await insertBuyer(app);
  const purchase: Purchase = { person, cart: await orderBody(person), checkout: '' };
  await until(purchase);
  const { db } = app.server.services.store;
  const device = await signedIn(app, user.id);
  const seen = async (): Promise<string | undefined> => {
    const payments: PaymentUnderWay[] = await underWay(device);
    const { status, orderId } = (
      await device.get(`${CALL}/checkout/${purchase.cart['checkoutId']}`)
    ).body;
    if (status === 'None') return 'no order';
    return status === 'Paid' ? 'paid' : payments.find((each) => each.orderId === orderId)?.state;
  };
  await expect.poll(seen).toBe(sees);
  const booked = await db
    .selectFrom('payments')
    .select('status')
    .where('provider_order_id', '=', purchase.checkout)
    .execute();
  expect(booked).toEqual(Array.from({ length: settled }, () => ({ status: 'settled' })));
});
