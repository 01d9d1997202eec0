import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from '../http.ts';
import { checkBooks } from '../invariants.ts';
import {
  begin,
  bookOf,
  buy,
  CARD,
  desk,
  FAILED,
  orderOf,
  paymentsIn,
  payRemaining,
  place,
  put,
  quiet,
  standing,
  TWENTY,
  verify,
  verifyRemaining,
} from '../money.ts';
import { ADDRESS, ASHA, BELA, buyer, cart, ownerOf, STORE, WEBSITE } from '../people.ts';
import { startWorld, type World } from '../world.ts';

let world: World;
let asha: Person;
let bela: Person;
let vy: Person;
beforeAll(async () => {
  world = await startWorld();
  [asha, bela, vy] = await Promise.all([buyer(world, ASHA), buyer(world, BELA), ownerOf(world)]);
});
afterEach(async () => {
  world.gateway.faults.clear();
  world.gateway.release();
  await checkBooks(world);
  await world.check();
});
afterAll(() => world.close());

const setStatus = (orderId: string, status: 'Accepted' | 'Rejected') =>
  world.shop.deps.store.db
    .updateTable('orders')
    .set({ status })
    .where('id', '=', orderId)
    .execute();

test('D28 every call about money refuses visitors, and B finds of A’s order what a random id has', async () => {
  const { orderId } = await buy(world, asha);
  const random = crypto.randomUUID();
  const calls = (id: string, receipt: string): [string, string, unknown?][] => [
    ['GET', `/api/v1/gig/order/${id}`],
    ['GET', `/api/v1/gig/order/${id}/requirements`],
    ['PUT', `/api/v1/gig/order/${id}/requirements`, { text: 'Mine now', links: [] }],
    ['GET', `/api/v1/gig/order/${id}/receipts/${receipt}`],
    ['POST', '/api/v1/gig/order/payAgain', { orderId: id }],
    ['POST', '/api/v1/gig/order/payRemainingAmount', { orderId: id }],
  ];
  const send = (person: Person, [method, path, body]: [string, string, unknown?]) => {
    if (method === 'GET') return person.get(path);
    return method === 'PUT' ? put(person, path, body) : person.post(path, body);
  };
  const [payment] = (await orderOf(asha, orderId)).payments;
  const file = `${payment.receipt.replaceAll('/', '-')}.pdf`;
  const theirs = calls(orderId, file);
  const nobodys = calls(random, file);
  for (const [at, call] of theirs.entries()) {
    const other = await send(bela, call);
    const none = await send(bela, nobodys[at] ?? call);
    expect(other.status, call.join(' ')).toBe(404);
    expect(other.body, call[1]).toEqual(none.body);
    const visitor = world.visitor();
    await visitor.get('/api/v1/user/check-token');
    expect((await send(visitor, call)).status, `a visitor: ${call[1]}`).toBe(401);
  }
  expect(
    (await asha.get(`/api/v1/gig/order/${orderId}/requirements`)).body.requirements,
  ).toBeNull();
});

test('D34 a good result for another order of one’s own, or of B, credits nothing', async () => {
  const one = await buy(world, asha, { paymentType: 'Milestone' });
  const two = await buy(world, asha, { paymentType: 'Milestone' });
  const theirs = await buy(world, bela, { paymentType: 'Milestone' });
  world.gateway.faults.webhooks.hold = true;
  const rest = await payRemaining(asha, two.orderId);
  const result = world.gateway.pay(rest.body.orderId, CARD);
  for (const orderId of [one.orderId, theirs.orderId]) {
    expect((await verifyRemaining(asha, orderId, result)).status).toBe(404);
  }
  expect((await verifyRemaining(bela, theirs.orderId, result)).status).toBe(404);
  expect((await bookOf(world, one.orderId)).paid).toBe(one.due.amount);
  expect((await bookOf(world, two.orderId)).paid).toBe(two.due.amount);
  expect((await verifyRemaining(asha, two.orderId, result)).status).toBe(200);
});

test('D36 the owner’s calls as a visitor 401, as a buyer 403, whatever ids are sent along', async () => {
  const { paymentId } = await buy(world, asha);
  const paths = ['/api/v1/desk/payments/unmatched', '/api/v1/desk/payments/refunds-due'];
  const forged = { refundId: crypto.randomUUID(), role: 'owner', adminId: 'owner', userId: 'x' };
  for (const [person, status] of [
    [world.visitor(), 401],
    [asha, 403],
  ] as const) {
    for (const path of paths) expect((await person.get(path)).status, path).toBe(status);
    expect((await desk.refund(person, paymentId, forged)).status).toBe(status);
  }
  expect((await vy.get(paths[0] ?? '')).status).toBe(200);
});

test('E38 forged prices, quantities below one and totals of 1: the shop’s own price or 409', async () => {
  const order = await cart(asha);
  const [item] = order.orderItems;
  const forged = await place(asha, {
    ...order,
    paidAmount: 0,
    currency: 'USD',
    buyerId: 'b',
    orderItems: [{ ...item, selectedPlan: { planType: 'Basic', price: 1 } }],
  });
  expect(forged.body).toMatchObject({ amount: order.totalAmount * 100, currency: 'INR' });
  const made = world.gateway.books().orders.find((each) => each.id === forged.body.orderId);
  expect(made).toMatchObject({ amount: order.totalAmount * 100, currency: 'INR' });
  for (const totalAmount of [1, 0, order.totalAmount - 0.01, order.totalAmount + 0.01]) {
    const answer = await place(asha, { ...order, checkoutId: crypto.randomUUID(), totalAmount });
    expect(answer, String(totalAmount)).toMatchObject({
      status: 409,
      body: { message: 'The price has changed. Please review your order.' },
    });
  }
  const { body } = await asha.get(`/api/v1/gig/get/${STORE}`);
  const [extra] = body.gig.extraFeatures;
  const stored = { gigId: STORE, selectedPlan: { planType: 'Basic' } };
  for (const quantity of [0, -1, 1.5, 51, '2', null]) {
    const answer = await place(asha, {
      ...order,
      orderItems: [{ ...stored, extraFeatures: [{ id: extra._id, quantity, price: -5 }] }],
    });
    expect(answer.status, String(quantity)).toBe(400);
  }
});

test('E40 revisions, dates, foreign plans and extras, an extra twice: computed here or 400', async () => {
  const order = await cart(asha);
  const [item] = order.orderItems;
  const { body: store } = await asha.get(`/api/v1/gig/get/${STORE}`);
  const [foreign] = store.gig.extraFeatures;
  const { body: site } = await asha.get(`/api/v1/gig/get/${WEBSITE}`);
  const [own] = site.gig.extraFeatures;
  const with_ = (more: object) => ({ ...order, orderItems: [{ ...item, ...more }] });
  const twice = [own, own].map((each) => ({ id: each._id, quantity: 1 }));
  for (const [body, status] of [
    [with_({ extraFeatures: [{ id: foreign._id, quantity: 1 }] }), 400],
    [with_({ extraFeatures: twice }), 400],
    [with_({ selectedPlan: { planType: 'Platinum' } }), 400],
    [with_({ gigId: crypto.randomUUID() }), 404],
    [{ ...order, orderItems: [] }, 400],
    [{ ...order, orderItems: [item, item] }, 400],
  ] as const) {
    expect((await place(asha, body)).status).toBe(status);
  }
  const { orderId } = await buy(world, asha, { maxRevisions: 999, deliveryDate: '9999-12-31' });
  const order_ = await orderOf(asha, orderId);
  expect(order_.maxRevisions).toBe(site.gig.PricingPlans[0].revisionCount);
  expect(Date.parse(order_.deliveryDate)).toBeLessThan(Date.now() + 60 * 24 * 60 * 60 * 1000);
});

test('E41 ways to pay that are none: 400', async () => {
  const order = await cart(asha);
  for (const paymentType of ['full', '', 'Milestone ', {}, ['Full'], null]) {
    expect((await place(asha, { ...order, paymentType })).status, String(paymentType)).toBe(400);
  }
});

test('E42 address fields: what is missing or impossible is 400 with its field; telephone numbers stay text', async () => {
  const order = await cart(asha);
  const at = (field: string, value: unknown) =>
    place(asha, { ...order, addressInfo: { ...ADDRESS, [field]: value } });
  for (const [field, value] of [
    ['firstName', ''],
    ['city', 'x'.repeat(10_000)],
    ['state', 'Line\nbreak'],
    ['country', '\u202eaidnI'],
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
  const { orderId } = await buy(world, asha, {
    addressInfo: { ...ADDRESS, address: '<b>14</b> "Road"', phoneNo: '+91 98765-43210' },
  });
  const { body } = await asha.get('/api/v1/gig/order/last-address');
  expect(body.address).toMatchObject({ phoneNo: '+91 98765-43210', address: '<b>14</b> "Road"' });
  expect(orderId).toBeTruthy();
});

test('E44 a price changed or a gig retired between place and payment: the order is as it was bought', async () => {
  const { db } = world.shop.deps.store;
  const { cart: body, due } = await begin(asha);
  const change = (by: number) =>
    db
      .updateTable('plans')
      .set((eb) => ({ price: eb('price', '+', by) }))
      .where('gig_id', '=', WEBSITE)
      .execute();
  await change(5000);
  await db.updateTable('gigs').set({ status: 'retired' }).where('id', '=', WEBSITE).execute();
  const paid = await verify(asha, world.gateway.pay(due.orderId, CARD));
  expect(paid.body.order.paymentInfo).toMatchObject({
    totalAmount: body.totalAmount,
    paidAmount: body.totalAmount,
  });
  expect((await place(asha, { ...body, checkoutId: crypto.randomUUID() })).status).toBe(404);
  await db.updateTable('gigs').set({ status: 'published' }).where('id', '=', WEBSITE).execute();
  await change(-5000);
});

test('E45 a cart with every extra and long texts reaches the provider as an id and nothing more', async () => {
  const { body } = await asha.get(`/api/v1/gig/get/${STORE}`);
  const plan = body.gig.PricingPlans[2];
  const extras = body.gig.extraFeatures as { _id: string; price: number }[];
  const total = extras.reduce((sum, each) => sum + each.price * 50, plan.price);
  const { due } = await begin(asha, {
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
  const made = world.gateway.books().orders.find((each) => each.id === due.orderId);
  expect(Object.keys(made?.notes ?? {})).toEqual(['order']);
  expect(Object.values(made?.notes ?? {}).join('').length).toBeLessThanOrEqual(256);
  expect(made?.receipt?.length).toBeLessThanOrEqual(40);
});

test('E46 the same draft twenty times, and again after a lost answer: one order, one provider order', async () => {
  const order = await cart(asha);
  world.gateway.faults.next('orders.create', { kind: 'drop' });
  expect((await place(asha, order)).status).toBe(502);
  const before = world.gateway.books().orders.length;
  const answers = await Promise.all(TWENTY.map(() => place(asha, order)));
  expect(new Set(answers.map((each) => `${each.status} ${each.body.orderId}`)).size).toBe(1);
  expect(world.gateway.books().orders.length).toBe(before);
});

test('G65 two provider orders for one due both get paid: the first settles, the second is owed back', async () => {
  const { due } = await begin(asha);
  const { db } = world.shop.deps.store;
  const instalment = await db
    .selectFrom('instalments')
    .selectAll()
    .where('provider_order_id', '=', due.orderId)
    .executeTakeFirstOrThrow();
  const { provider } = world.shop.deps;
  const second = await provider.createOrder({
    amount: due.amount,
    receipt: instalment.id,
    orderId: instalment.order_id,
  });
  const { razorpay_payment_id: first } = world.gateway.pay(due.orderId, CARD);
  await quiet(world);
  const { razorpay_payment_id: twice } = world.gateway.pay(second, CARD);
  await quiet(world);
  expect([await standing(world, first), await standing(world, twice)]).toEqual([
    'settled',
    'surplus',
  ]);
  const book = await bookOf(world, instalment.order_id);
  expect(book.paid).toBe(book.total);
  expect((await desk.due(vy)).map((each) => each._id)).toContain(twice);
});

test('G67 the remainder of a paid, declined, unpaid, refunded, foreign or unknown order: 409 or 404 with the reason', async () => {
  const full = await buy(world, asha);
  const declined = await buy(world, asha, { paymentType: 'Milestone' });
  await setStatus(declined.orderId, 'Rejected');
  const refunded = await buy(world, asha, { paymentType: 'Milestone' });
  await desk.refund(vy, refunded.paymentId);
  const unpaid = await begin(asha, { paymentType: 'Milestone' });
  world.gateway.pay(unpaid.due.orderId, FAILED);
  await quiet(world);
  const { body } = await asha.get(`/api/v1/gig/order/checkout/${unpaid.cart.checkoutId}`);
  for (const [orderId, status, reason] of [
    [full.orderId, 409, /Nothing left/],
    [declined.orderId, 409, /declined/],
    [refunded.orderId, 409, /refunded/],
    [body.orderId, 409, /first payment/i],
    [crypto.randomUUID(), 404, /no such order/],
  ] as const) {
    expect(await payRemaining(asha, orderId)).toMatchObject({
      status,
      body: { message: expect.stringMatching(reason) },
    });
  }
  expect((await payRemaining(bela, full.orderId)).status).toBe(404);
  expect((await orderOf(asha, refunded.orderId)).paymentInfo.dueAmount).toBe(0);
  await desk.refund(vy, declined.paymentId);
});

test('a failed first payment is tried again on the same order', async () => {
  const { cart: body, due } = await begin(asha);
  world.gateway.pay(due.orderId, FAILED);
  await quiet(world);
  const { body: state } = await asha.get(`/api/v1/gig/order/checkout/${body.checkoutId}`);
  expect(state.status).toBe('Failed');
  const again = await asha.post('/api/v1/gig/order/payAgain', { orderId: state.orderId });
  expect(again.body).toMatchObject({ orderId: due.orderId, amount: due.amount });
  const paid = await verify(asha, world.gateway.pay(again.body.orderId, CARD));
  expect(paid.body.order).toMatchObject({
    _id: state.orderId,
    paymentInfo: { paymentStatus: 'Paid' },
  });
  const { timeline } = await orderOf(asha, state.orderId);
  expect(timeline.map((each: { kind: string }) => each.kind)).toEqual([
    'placed',
    'payment failed',
    'payment received',
  ]);
});

test('G68 the draft used again after the first milestone leads to the remainder of the same order', async () => {
  const { cart: body, orderId, due } = await buy(world, bela, { paymentType: 'Milestone' });
  const again = await place(bela, body);
  expect(again).toMatchObject({
    status: 201,
    body: { amount: body.totalAmount * 100 - due.amount },
  });
  const result = world.gateway.pay(again.body.orderId, CARD);
  const paid = await verify(bela, result);
  expect(paid.body.order).toMatchObject({ _id: orderId, paymentInfo: { paymentStatus: 'Paid' } });
  expect((await place(bela, body)).status).toBe(409);
});

test('G69 the owner gives back a part, then the rest: amounts shown, the status stays, mail and timeline tell', async () => {
  const email = 'back@buyers.example';
  const { orderId, paymentId, due } = await buy(world, asha, {
    addressInfo: { ...ADDRESS, email },
  });
  const part = await desk.refund(vy, paymentId, { amount: 100.5, reason: 'A slower delivery' });
  expect(part).toMatchObject({ status: 200, body: { refund: { amount: 100.5 } } });
  const order = await orderOf(asha, orderId);
  expect(order.paymentInfo).toMatchObject({ paymentStatus: 'Paid', refundedAmount: 100.5 });
  expect(order.payments).toMatchObject([{ status: 'Partly refunded', refunded: 100.5 }]);
  const tooMuch = await desk.refund(vy, paymentId, { amount: due.amount / 100 });
  expect(tooMuch).toMatchObject({ status: 409, body: { message: /more than is left/ } });
  expect((await desk.refund(vy, paymentId)).status).toBe(200);
  expect((await desk.refund(vy, paymentId)).status).toBe(400);
  expect(await bookOf(world, orderId)).toMatchObject({ paid: due.amount, refunded: due.amount });
  await quiet(world);
  await world.mail.letter(email, /refund/i);
  const { timeline } = await orderOf(asha, orderId);
  const told = timeline.filter((each: { kind: string }) => each.kind === 'refunded');
  expect(told).toHaveLength(2);
  for (const bad of [{ amount: 0 }, { amount: -5 }, { amount: 1.005 }, { refundId: 'once' }]) {
    expect((await desk.refund(vy, paymentId, bad)).status, JSON.stringify(bad)).toBe(400);
  }
  expect((await desk.refund(vy, 'pay_AAAAAAAAAAAAAA')).status).toBe(404);
});

test('G69 the same wish twenty times at once is one refund; twenty wishes never give back more than came', async () => {
  const one = await buy(world, asha);
  const wish = { refundId: crypto.randomUUID(), amount: 10 };
  const same = await Promise.all(TWENTY.map(() => desk.refund(vy, one.paymentId, wish)));
  expect(new Set(same.map((each) => each.status))).toEqual(new Set([200]));
  expect((await bookOf(world, one.orderId)).refunded).toBe(1000);
  const other = await desk.refund(vy, one.paymentId, { ...wish, amount: 11 });
  expect(other.status).toBe(409);
  const two = await buy(world, asha);
  const tenth = Math.floor(two.due.amount / 1000);
  await Promise.all(TWENTY.map(() => desk.refund(vy, two.paymentId, { amount: tenth })));
  const refunds = world.gateway.books().refunds.filter((each) => each.payment_id === two.paymentId);
  expect(refunds).toHaveLength(10);
  expect((await bookOf(world, two.orderId)).refunded).toBe(tenth * 1000);
});

test('G69 a refund whose answer was lost, or that met a silent provider, is made once', async () => {
  for (const fault of [{ kind: 'drop' }, { kind: 'refuse' }, { kind: 'html' }] as const) {
    const { orderId, paymentId } = await buy(world, asha);
    world.gateway.faults.next('payments.refund', fault);
    const asked = await desk.refund(vy, paymentId, { amount: 50 });
    expect(asked, fault.kind).toMatchObject({ status: 202, body: { refund: { status: 'asked' } } });
    await world.shop.reconciler.run();
    expect((await bookOf(world, orderId)).refunded).toBe(5000);
    const made = world.gateway.books().refunds.filter((each) => each.payment_id === paymentId);
    expect(made, fault.kind).toHaveLength(1);
  }
});

test('G69 refunds made at the provider, waiting, done or failed, are learned by webhook and without one', async () => {
  const byReport = await buy(world, asha);
  world.gateway.refund(byReport.paymentId, 2500);
  await quiet(world);
  expect((await bookOf(world, byReport.orderId)).refunded).toBe(2500);

  world.gateway.faults.refunds = 'pending';
  const failing = await buy(world, asha);
  await desk.refund(vy, failing.paymentId);
  expect((await bookOf(world, failing.orderId)).refunded).toBe(failing.due.amount);
  const waiting = world.gateway
    .books()
    .refunds.find((each) => each.payment_id === failing.paymentId);
  world.gateway.endRefund(waiting?.id ?? '', 'failed');
  await quiet(world);
  expect((await bookOf(world, failing.orderId)).refunded).toBe(0);
  await world.mail.letter(world.shop.config.ownerEmail, /did not go through/i);

  world.gateway.faults.webhooks.hold = true;
  const unreported = await buy(world, asha);
  world.gateway.refund(unreported.paymentId, 700);
  world.advance(61 * 60 * 1000);
  await world.shop.reconciler.run();
  expect((await bookOf(world, unreported.orderId)).refunded).toBe(700);
});

test('G70 an order declined while its payment lands keeps both; the owner sees the refund due', async () => {
  for (const settleFirst of [true, false]) {
    const { due, cart: body } = await begin(asha);
    const { body: state } = await asha.get(`/api/v1/gig/order/checkout/${body.checkoutId}`);
    const result = world.gateway.pay(due.orderId, CARD);
    if (!settleFirst) await setStatus(state.orderId, 'Rejected');
    const [paid] = await Promise.all([verify(asha, result), setStatus(state.orderId, 'Rejected')]);
    expect(paid.status).toBe(200);
    const book = await bookOf(world, state.orderId);
    expect(book).toMatchObject({ status: 'Rejected', paid: due.amount });
    const mine = (await desk.due(vy)).find((each) => each._id === result.razorpay_payment_id);
    expect(mine).toMatchObject({ standing: 'settled', amount: due.amount / 100 });
    await desk.refund(vy, result.razorpay_payment_id);
    expect((await desk.due(vy)).map((each) => each._id)).not.toContain(result.razorpay_payment_id);
  }
});

test('requirements are kept from the first payment on, in plain words and https links', async () => {
  const unpaid = await begin(asha);
  const { body: state } = await asha.get(`/api/v1/gig/order/checkout/${unpaid.cart.checkoutId}`);
  const at = (orderId: string) => `/api/v1/gig/order/${orderId}/requirements`;
  const good = { text: '  Blue, <b>not</b> green  ', links: ['https://example.com/brief'] };
  expect((await put(asha, at(state.orderId), good)).status).toBe(409);
  const { orderId } = await buy(world, asha);
  expect((await put(asha, at(orderId), good)).status).toBe(200);
  expect((await put(asha, at(orderId), { ...good, text: 'Red' })).status).toBe(200);
  const { body } = await asha.get(at(orderId));
  expect(body.requirements).toMatchObject({ text: 'Red', links: good.links });
  for (const bad of [
    { text: '   ' },
    { text: 'x'.repeat(4001) },
    { text: 'ok', links: ['http://example.com'] },
    { text: 'ok', links: ['javascript:alert(1)'] },
    { text: 'ok', links: ['https://me:secret@example.com'] },
    { text: 'ok', links: Array.from({ length: 6 }, () => 'https://example.com') },
    { links: [] },
  ]) {
    expect((await put(asha, at(orderId), bad)).status, JSON.stringify(bad).slice(0, 60)).toBe(400);
  }
  await setStatus(orderId, 'Rejected');
  expect((await put(asha, at(orderId), good)).status).toBe(409);
  expect(await paymentsIn(world, orderId)).toHaveLength(1);
  const { timeline } = await orderOf(asha, orderId);
  const told = timeline.filter((each: { kind: string }) => each.kind === 'requirements');
  expect(told).toHaveLength(1);
});
