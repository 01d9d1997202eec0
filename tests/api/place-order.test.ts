import { expect, test } from 'vitest';
import { DAY } from '../../api/platform/clock.ts';
import { dayIn } from '../../api/platform/dates.ts';
import { raisePrices } from '../support/gigs.ts';
import { asha, bela, sharePaymentApp } from '../support/payment-app.ts';
import {
  buy,
  CAPTURED,
  deliverWebhooks,
  orderOf,
  placeOrder,
  sendPut,
  startCheckout,
  TWENTY_TIMES,
  verifyPayment,
} from '../support/payments.ts';
import { ADDRESS, insertBuyer, orderBody, STORE, WEBSITE } from '../support/people.ts';
import { changeRow } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';
import { waitFor } from '../support/wait-for.ts';

sharePaymentApp();

test('charges the catalog price for forged prices and refuses wrong totals and quantities', async () => {
  const order = await orderBody(asha);
  const [item] = order.orderItems;
  const forged = await placeOrder(asha, {
    ...order,
    paidAmount: 0,
    buyerId: 'b',
    orderItems: [{ ...item, selectedPlan: { planType: 'Basic', price: 1 } }],
  });
  expect(forged.body).toMatchObject({ amount: order.totalAmount * 100, currency: 'INR' });
  const made = app.sandbox.records().orders.find((each) => each.id === forged.body.orderId);
  expect(made).toMatchObject({ amount: order.totalAmount * 100, currency: 'INR' });
  const totals = [1, 0, order.totalAmount - 0.01, order.totalAmount + 0.01];
  for (const wrong of [...totals.map((totalAmount) => ({ totalAmount })), { currency: 'USD' }]) {
    const answer = await placeOrder(asha, {
      ...order,
      checkoutId: crypto.randomUUID(),
      ...wrong,
    });
    expect(answer, JSON.stringify(wrong)).toMatchObject({
      status: 409,
      body: { message: 'The price has changed. Please review your order.' },
    });
  }
  const { body } = await asha.get(`/api/v1/gig/get/${STORE}`);
  const [extra] = body.gig.extraFeatures;
  const stored = { gigId: STORE, selectedPlan: { planType: 'Basic' } };
  for (const quantity of [0, -1, 1.5, 51, 99, '2', null]) {
    const answer = await placeOrder(asha, {
      ...order,
      orderItems: [{ ...stored, extraFeatures: [{ id: extra._id, quantity, price: -5 }] }],
    });
    expect([answer.status, answer.body.message], String(quantity)).toEqual([
      400,
      'Please choose a whole number from 1 to 50.',
    ]);
  }
});

test('computes revisions and dates on the server and refuses foreign plans and extras', async () => {
  const order = await orderBody(asha);
  const [item] = order.orderItems;
  const { body: store } = await asha.get(`/api/v1/gig/get/${STORE}`);
  const [foreign] = store.gig.extraFeatures;
  const { body: site } = await asha.get(`/api/v1/gig/get/${WEBSITE}`);
  const [own] = site.gig.extraFeatures;
  const withItem = (more: object) => ({ ...order, orderItems: [{ ...item, ...more }] });
  const twice = [own, own].map((each) => ({ id: each._id, quantity: 1 }));
  for (const [body, status] of [
    [withItem({ extraFeatures: [{ id: foreign._id, quantity: 1 }] }), 400],
    [withItem({ extraFeatures: twice }), 400],
    [withItem({ selectedPlan: { planType: 'Platinum' } }), 400],
    [withItem({ gigId: crypto.randomUUID() }), 404],
    [{ ...order, orderItems: [] }, 400],
    [{ ...order, orderItems: [item, item] }, 400],
  ] as const) {
    expect((await placeOrder(asha, body)).status).toBe(status);
  }
  const { orderId } = await buy(app, asha, { maxRevisions: 999, deliveryDate: '9999-12-31' });
  const stored = await orderOf(asha, orderId);
  expect(stored.maxRevisions).toBe(site.gig.PricingPlans[0].revisionCount);
  expect(Date.parse(stored.deliveryDate)).toBeLessThan(Date.now() + 60 * 24 * 60 * 60 * 1000);
});

test('refuses unknown payment types', async () => {
  const order = await orderBody(asha);
  for (const paymentType of ['full', '', 'Milestone ', {}, ['Full'], null]) {
    expect((await placeOrder(asha, { ...order, paymentType })).status, String(paymentType)).toBe(
      400,
    );
  }
});

test('refuses invalid address fields by name and keeps phone numbers as text', async () => {
  const order = await orderBody(asha);
  const at = (field: string, value: unknown) =>
    placeOrder(asha, { ...order, addressInfo: { ...ADDRESS, [field]: value } });
  for (const [field, value] of [
    ['firstName', ''],
    ['city', 'x'.repeat(10_000)],
    ['state', 'Line\nbreak'],
    ['country', '\u202e\u200b'],
    ['address', undefined],
    ['phoneNo', '000'],
    ['phoneNo', 'call me'],
    ['email', 'nobody'],
  ] as const) {
    const answer = await at(field, value);
    expect(answer, `${field} ${String(value).slice(0, 12)}`).toMatchObject({
      status: 400,
      body: { field: `addressInfo.${field}` },
    });
  }
  const { orderId } = await buy(app, asha, {
    addressInfo: { ...ADDRESS, address: '<b>14</b> "Road"', phoneNo: '+91 98765-43210' },
  });
  const { body } = await asha.get('/api/v1/gig/order/last-address');
  expect(body.address).toMatchObject({ phoneNo: '+91 98765-43210', address: '<b>14</b> "Road"' });
  expect(orderId).toBeTruthy();
});

test('a company is kept in the account, and its GSTIN must be its own and of its state', async () => {
  const { person } = await insertBuyer(app);
  const order = await orderBody(person);
  const company = { companyName: 'Acme Pvt Ltd', gstin: '27AAPFU0939F1ZV', postalCode: '411004' };
  const at = (more: object) =>
    placeOrder(person, { ...order, addressInfo: { ...ADDRESS, ...company, ...more } });
  for (const [wrong, field] of [
    [{ gstin: '27AAPFU0939F1ZW' }, 'gstin'],
    [{ state: 'Karnataka' }, 'gstin'],
    [{ country: 'France' }, 'gstin'],
    [{ gstin: undefined, isInSez: true }, 'gstin'],
    [{ companyName: undefined }, 'companyName'],
    [{ companyName: 'x'.repeat(121) }, 'companyName'],
  ] as const) {
    const answer = await at(wrong);
    expect(answer).toMatchObject({ status: 400, body: { field: `addressInfo.${field}` } });
  }
  expect((await at({ gstin: ' 27aapfu0939f1zv' })).status).toBe(201);
  const kept = async () => (await person.get('/api/v1/gig/order/last-address')).body.address;
  expect(await kept()).toEqual({ ...ADDRESS, ...company });
  const saved = { addressInfo: { ...ADDRESS, city: 'Nashik' } };
  expect((await sendPut(person, '/api/v1/gig/order/last-address', saved)).status).toBe(200);
  expect(await kept()).toEqual(saved.addressInfo);
});

test('keeps a placed order unchanged when its price changes or its gig is retired', async () => {
  const { cart: body, checkout } = await startCheckout(asha);
  const change = (by: number) => app.write((tx) => raisePrices(tx, WEBSITE, by));
  await change(50);
  await changeRow(app, 'gigs', WEBSITE, { status: 'retired' });
  const paid = await verifyPayment(asha, app.sandbox.pay(checkout.orderId, CAPTURED));
  expect(paid.body.order.paymentInfo).toMatchObject({
    totalAmount: body.totalAmount,
    paidAmount: body.totalAmount,
  });
  expect((await placeOrder(asha, { ...body, checkoutId: crypto.randomUUID() })).status).toBe(404);
  await changeRow(app, 'gigs', WEBSITE, { status: 'published' });
  await change(-50);
});

test('sends only an order id to the provider for the largest cart', async () => {
  const { body } = await asha.get(`/api/v1/gig/get/${STORE}`);
  const plan = body.gig.PricingPlans[2];
  const extras = body.gig.extraFeatures as { _id: string; price: number }[];
  const total = extras.reduce((sum, each) => sum + each.price * 50, plan.price);
  const { checkout } = await startCheckout(asha, {
    orderItems: [
      {
        gigId: STORE,
        selectedPlan: { planType: plan.planType },
        extraFeatures: extras.map((each) => ({ id: each._id, quantity: 50 })),
      },
    ],
    addressInfo: { ...ADDRESS, address: 'A long road '.repeat(16).trim() },
    totalAmount: total,
  });
  const made = app.sandbox.records().orders.find((each) => each.id === checkout.orderId);
  expect(Object.keys(made?.notes ?? {})).toEqual(['order']);
  expect(Object.values(made?.notes ?? {}).join('').length).toBeLessThanOrEqual(256);
  expect(made?.receipt?.length).toBeLessThanOrEqual(40);
});

test('creates one order for a draft placed twenty times and after a lost response', async () => {
  const order = await orderBody(asha);
  app.sandbox.faults.next('orders.create', { kind: 'drop' });
  expect((await placeOrder(asha, order)).status).toBe(502);
  const before = app.sandbox.records().orders.length;
  const answers = await Promise.all(TWENTY_TIMES.map(() => placeOrder(asha, order)));
  expect(new Set(answers.map((each) => `${each.status} ${each.body.orderId}`)).size).toBe(1);
  expect(app.sandbox.records().orders.length).toBe(before);
});

test('answers every provider failure, silence too, with a sentence and allows a retry', async () => {
  const faults = [
    { kind: 'status', status: 401 },
    { kind: 'status', status: 400 },
    { kind: 'status', status: 429 },
    { kind: 'status', status: 500 },
    { kind: 'html' },
    { kind: 'refuse' },
    { kind: 'drop' },
    { kind: 'hang' },
  ] as const;
  for (const fault of faults) {
    const body = await orderBody(asha);
    const before = app.sandbox.records().orders.length;
    app.sandbox.faults.next('orders.create', fault);
    const answer = await asha.post('/api/v1/gig/order/place', body);
    const isRefused = 'status' in fault && (fault.status === 400 || fault.status === 401);
    expect(isRefused ? [409] : [502, 503], JSON.stringify(fault)).toContain(answer.status);
    expect(answer.body.message, fault.kind).toMatch(/not been charged/);
    expect(answer.body.message).not.toMatch(/undefined|TypeError|status/);
    app.sandbox.faults.clear();
    const again = await asha.post('/api/v1/gig/order/place', body);
    expect(again.status, fault.kind).toBe(201);
    expect(app.sandbox.records().orders.length, `${fault.kind}: one order`).toBe(before + 1);
  }
}, 40_000);

test('refused keys alarm the owner by one mail a day', async () => {
  const refused = async () => {
    const { person } = await insertBuyer(app);
    app.sandbox.faults.next('orders.create', { kind: 'status', status: 401 });
    expect((await placeOrder(person, await orderBody(person))).status).toBe(409);
    await app.server.services.background.settled();
  };
  const alarms = () =>
    app.mail.emails.filter(({ subject = '' }) => subject.includes('Razorpay refuses the keys'));
  app.advance(DAY);
  const before = alarms().length;
  await refused();
  await refused();
  await waitFor(() => expect(alarms()).toHaveLength(before + 1));
  app.advance(DAY);
  await refused();
  await waitFor(() => expect(alarms()).toHaveLength(before + 2));
});

test('limits a buyer to thirty unpaid checkouts an hour and does not count repeats', async () => {
  const { person } = await insertBuyer(app);
  const body = await orderBody(person);
  const another = (checkoutId = crypto.randomUUID()) => placeOrder(person, { ...body, checkoutId });
  expect((await another(body.checkoutId)).status).toBe(201);
  const answers = await Promise.all(Array.from({ length: 35 }, () => another()));
  const taken = answers.filter((each) => each.status === 201);
  expect(taken).toHaveLength(29);
  const refused = answers.find((each) => each.status === 429);
  expect(refused?.body.message).toMatch(/unpaid checkouts/);
  expect(refused?.headers.get('Retry-After')).toBe('3600');
  expect((await another(body.checkoutId)).status, 'the same again').toBe(201);
  expect((await placeOrder(bela, await orderBody(bela))).status, 'somebody else').toBe(201);
  app.sandbox.pay(taken[0]?.body.orderId, CAPTURED);
  await deliverWebhooks(app);
  expect((await another()).status, 'one is paid').toBe(201);

  app.advance(61 * 60 * 1000);
  await Promise.all(Array.from({ length: 30 }, () => another()));
  const path = `/api/v1/gig/order/checkout/${body.checkoutId}`;
  const { orderId } = (await person.get(path)).body;
  const old = await person.post('/api/v1/gig/order/payAgain', { orderId });
  expect(old.status, 'an old one beside thirty new').toBe(429);
});

test('places the specified body: what it lacks comes from the account, what is more is ignored', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Dana van Dyk' });
  const { orderItems, totalAmount } = await orderBody(person);
  const { firstName, lastName, email, ...addressInfo } = ADDRESS;
  const body = {
    ...{ buyerId: 'somebody-else', deliveryDate: '1 January 2030', maxRevisions: 99 },
    orderItems: orderItems.map((item) => ({ ...item, title: 'Mine', thumbnailImage: 'x.webp' })),
    ...{ addressInfo, paymentType: 'Milestone', totalAmount, paidAmount: totalAmount / 2 },
  };
  const placed = await placeOrder(person, body);
  expect(placed, JSON.stringify(placed.body)).toMatchObject({
    status: 201,
    body: { amount: totalAmount * 50, currency: 'INR' },
  });
  const { db } = app.server.services.store;
  const orders = () =>
    db.selectFrom('orders').selectAll().where('buyer_id', '=', user.id).execute();
  const [order] = await orders();
  expect(order).toMatchObject({ buyer_name: 'Dana van Dyk', buyer_email: user.email });
  expect(JSON.parse(order?.address ?? '')).toMatchObject({
    ...{ firstName: 'Dana', lastName: 'van Dyk', email: user.email, city: ADDRESS.city },
  });

  // The same cart again is the same checkout, also at the same moment.
  const again = await Promise.all([placeOrder(person, body), placeOrder(person, body)]);
  expect(again.map((each) => each.body.orderId)).toEqual(Array(2).fill(placed.body.orderId));
  await verifyPayment(person, app.sandbox.pay(placed.body.orderId, CAPTURED));
  const rest = await placeOrder(person, body);
  expect(rest.body, 'the second milestone of the same order').toMatchObject({ part: 2 });
  await verifyPayment(person, app.sandbox.pay(rest.body.orderId, CAPTURED));
  expect(await orders()).toMatchObject([{ paid: totalAmount * 100 }]);
  expect((await placeOrder(person, body)).status, 'bought once more').toBe(201);
  expect(await orders()).toHaveLength(2);
});

test('the checkout counts from the shop’s day, and once a part is paid shows the day that was agreed', async () => {
  const { person } = await insertBuyer(app);
  const { cart, checkout } = await startCheckout(person, { paymentType: 'Milestone' });
  const read = async () => (await person.get(`/api/v1/gig/order/checkout/${cart.checkoutId}`)).body;
  const { timeZone } = app.server.services.config;
  const today = dayIn(app.server.services.clock(), timeZone);
  expect(await read()).toMatchObject({ today });
  expect(await read()).not.toHaveProperty('deliverBy');
  await verifyPayment(person, app.sandbox.pay(checkout.orderId, CAPTURED));
  const { orderId } = await read();
  await changeRow(app, 'orders', orderId, { delivery_date: '2031-02-01T20:00:00.000Z' });
  expect(await read()).toMatchObject({ deliverBy: '2031-02-02' });
});
