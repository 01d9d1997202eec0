import { expect, test } from 'vitest';
import { raisePrices } from '../support/gigs.ts';
import { asha, sharePaymentApp } from '../support/payment-app.ts';
import { CAPTURED, placeOrder, verifyPayment } from '../support/payments.ts';
import { ADDRESS, orderBody, STORE, WEBSITE } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

test('refuses a wrong total and ignores prices in the cart', async () => {
  const order = await orderBody(asha);
  const cheap = await placeOrder(asha, { ...order, totalAmount: 1 });
  expect(cheap).toMatchObject({ status: 409, body: { message: expect.stringContaining('price') } });
  const [item] = order.orderItems;
  const forged = {
    ...order,
    deliveryDate: '9999-01-01',
    maxRevisions: 999,
    buyerId: 'somebody',
    orderItems: [{ ...item, selectedPlan: { planType: 'Basic', price: 1, revisionCount: 99 } }],
  };
  const placed = await placeOrder(asha, forged);
  expect(placed.body.amount).toBe(order.totalAmount * 100);
});

test('refuses plans, extras and gigs that are not offered', async () => {
  const order = await orderBody(asha);
  const item = (more: object) => [{ ...order.orderItems[0], ...more }];
  const cases: [object, number][] = [
    [{ orderItems: item({ gigId: 'no-such-gig' }) }, 404],
    [{ orderItems: item({ selectedPlan: { planType: 'Gold' } }) }, 400],
    [{ orderItems: item({ extraFeatures: [{ id: 'x', quantity: 1 }] }) }, 400],
    [{ orderItems: item({ extraFeatures: [{ id: 'x', quantity: 0 }] }) }, 400],
    [{ paymentType: 'Milestone ' }, 400],
    [{ checkoutId: 'mine' }, 400],
    [{ addressInfo: { ...ADDRESS, phoneNo: 'call me' } }, 400],
    [{ addressInfo: { ...ADDRESS, city: 'x'.repeat(10_000) } }, 400],
    [{ addressInfo: { ...ADDRESS, city: '' } }, 400],
  ];
  for (const [change, status] of cases) {
    const answer = await placeOrder(asha, { ...order, ...change });
    expect(answer.status, JSON.stringify(change).slice(0, 90)).toBe(status);
    expect(answer.body.success).toBe(false);
  }
});

test('prices extras from the catalog', async () => {
  const { body } = await asha.get(`/api/v1/gig/get/${STORE}`);
  const [plan] = body.gig.PricingPlans;
  const [first, second] = body.gig.extraFeatures;
  const total = plan.price + first.price * 3 + second.price;
  const order = await orderBody(asha, {
    orderItems: [
      {
        gigId: STORE,
        selectedPlan: { planType: plan.planType },
        extraFeatures: [
          { id: first._id, quantity: 3 },
          { id: second._id, quantity: 1 },
        ],
      },
    ],
    totalAmount: total,
  });
  expect((await placeOrder(asha, order)).body.amount).toBe(total * 100);
});

test('keeps the price of a placed order after the price changes', async () => {
  const order = await orderBody(asha);
  const placed = await placeOrder(asha, order);
  await app.write((tx) => raisePrices(tx, WEBSITE, 1));
  const paid = await verifyPayment(asha, app.sandbox.pay(placed.body.orderId, CAPTURED));
  expect(paid.body.order.paymentInfo.totalAmount).toBe(order.totalAmount);
  expect(await placeOrder(asha, { ...order, checkoutId: crypto.randomUUID() })).toMatchObject({
    status: 409,
  });
});
