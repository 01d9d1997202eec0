import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recalculateRating } from '../../api/modules/reviews/queries.ts';
import { readAndCancel, refundedAtProvider } from '../support/cancellation.ts';
import { ON_POSTGRES } from '../support/database.ts';
import type { Person } from '../support/http-client.ts';
import {
  adminPayments,
  deliverWebhooks,
  sendPut,
  startCheckout,
  storedOrder,
  verifyPayment,
} from '../support/payments.ts';
import {
  endOrdersOf,
  insertBuyer,
  insertOrders,
  orderBody,
  ownerOf,
  PASSWORD,
  paidOrder,
} from '../support/people.ts';
import { openPersonSocket, waitForClose } from '../support/person-socket.ts';
import { rowWith } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const ME = '/api/v1/user/check-auth-user';
const PHONE = '+919876501234';
const UPI = { method: 'upi', outcome: 'captured', contact: PHONE } as const;

const leave = (person: Person) => person.post('/api/v1/user/delete', { password: PASSWORD });
const openOrdersOf = async (person: Person) =>
  (await person.get('/api/v1/user/delete')).body.orders as { _id: string }[];

test('deletes the account and keeps its orders without a name', async () => {
  const { db } = app.server.services.store;
  const { person, user } = await insertBuyer(app, { name: 'Vanishing Person' });
  const avatar =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { body } = await person.post('/api/v1/user/picture', { avatar });
  const placed = await person.post('/api/v1/gig/order/place', await orderBody(person));
  expect(placed.status).toBe(201);
  app.sandbox.pay(placed.body.orderId, { ...UPI, email: user.email, outcome: 'failed' });
  await deliverWebhooks(app);
  const socket = await openPersonSocket(person);
  const gone = await person.post('/api/v1/user/delete', { password: PASSWORD });
  expect(gone.status).toBe(200);
  await waitForClose(socket);
  expect(person.cookies.has('sid')).toBe(false);
  const back = { email: user.email, password: PASSWORD };
  expect((await app.visitor().post('/api/v1/user/sign-in', back)).status).toBe(401);
  expect((await person.get(body.user.avatar.url)).status).toBe(404);

  const order = await rowWith(db, 'orders', { buyer_id: user.id });
  expect(order).toMatchObject({ buyer_name: 'Former client', buyer_email: '', address: '{}' });
  for (const table of ['users', 'orders', 'payment_events', 'sessions', 'devices'] as const) {
    const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute());
    expect(rows, table).not.toContain(user.email);
    expect(rows, table).not.toContain('Vanishing');
  }
  await app.mail.email(user.email, /account was deleted/);
  const owner = await app.mail.email(app.server.config.ownerEmail, /client deleted/);
  expect(`${owner.text}${owner.html}`).not.toContain('Vanishing');
});

test('stores webhook events without the payer’s contact data, before and after account deletion', async () => {
  const { db } = app.server.services.store;
  const { person, user } = await insertBuyer(app);
  const { checkout: instalment } = await startCheckout(person);
  const paid = app.sandbox.pay(instalment.orderId, { ...UPI, email: user.email });
  expect((await verifyPayment(person, paid)).status).toBe(200);
  await deliverWebhooks(app);
  await endOrdersOf(app, user.id);
  expect((await leave(person)).status).toBe(200);
  const owner = await ownerOf(app);
  const refund = await adminPayments.refund(owner, paid.razorpay_payment_id);
  expect(refund.status, JSON.stringify(refund.body)).toBeLessThan(300);
  await deliverWebhooks(app);
  const rows = await db.selectFrom('payment_events').selectAll().execute();
  const about = rows.filter(({ body }) => body.includes(paid.razorpay_payment_id));
  expect(about.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['payment.captured', 'refund.created']),
  );
  expect(about.every(({ outcome }) => outcome === 'settled')).toBe(true);
  const sent = JSON.stringify(app.sandbox.events().map(({ body }) => body));
  for (const personal of [user.email, PHONE, 'success@razorpay']) {
    expect(sent).toContain(personal);
    expect(JSON.stringify(rows)).not.toContain(personal);
  }
});

test.skipIf(ON_POSTGRES)(
  'leaves no personal data in the database files after deletion',
  async () => {
    const { store } = app.server.services;
    const name = 'Quillon Ferrybank';
    const { person, user } = await insertBuyer(app, { name });
    const id = await paidOrder(app, person);
    const secret = 'a-sentence-that-only-quillon-wrote';
    await person.post('/api/v1/communicate/send-message', { orderId: id, messageText: secret });
    await sendPut(person, `/api/v1/gig/order/${id}/requirements`, { text: secret, links: [] });
    const note = Buffer.from(`${secret} `.repeat(2_000));
    const path = `/api/v1/communicate/attachment?orderId=${id}&name=a.txt`;
    const type = { 'Content-Type': 'application/octet-stream' };
    expect((await person.post(path, note, type)).status).toBe(201);
    const files = () =>
      ['app.db', 'app.db-wal'].map((file) => readFileSync(join(app.dataDir, file), 'latin1'));
    const traces = () =>
      [secret, name, user.email].filter((each) => files().some((file) => file.includes(each)));
    await store.checkpoint();
    expect(traces()).toEqual([secret, name, user.email]);
    await endOrdersOf(app, user.id);
    expect((await leave(person)).status).toBe(200);
    await expect.poll(traces).toEqual([]);
  },
);

test('deletes an account with a thousand open checkouts', async () => {
  const { db } = app.server.services.store;
  const { person, user } = await insertBuyer(app);
  const ids = await insertOrders(app, [user], 1_005);
  const instalment = (order_id: string, at: number) => ({
    ...{ id: crypto.randomUUID(), order_id, number: 1, amount: 500_00, payment_id: null },
    ...{ title: 'Full payment', due: 'accepting' as const },
    provider_order_id: `order_${user.id.slice(-6)}${String(at).padStart(8, '0')}`,
    ...{ created_at: user.created_at, checked_at: user.created_at, opened_at: null },
  });
  for (let at = 0; at < ids.length; at += 100) {
    const rows = ids.slice(at, at + 100).map((id, index) => instalment(id, at + index));
    await db.insertInto('instalments').values(rows).execute();
  }
  await db.updateTable('orders').set({ paid: 0, paid_at: null }).where('id', 'in', ids).execute();
  expect((await leave(person)).status).toBe(200);
  const named = db.selectFrom('orders').select('id').where('buyer_name', '=', user.name);
  expect(await named.where('buyer_id', '=', user.id).execute()).toEqual([]);
});

test('an account is deleted only once its paid orders are cancelled or have ended', async () => {
  const { person, user } = await insertBuyer(app);
  const begun = await paidOrder(app, person, { paymentType: 'Milestone' });
  const price = (await orderBody(person)).totalAmount;
  const refused = await leave(person);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      success: false,
      message: 'Your account can be deleted once your paid orders are cancelled or have ended.',
      orders: [
        {
          ...{ _id: begun, title: expect.stringContaining('website'), orderStatus: 'In Progress' },
          cancellation: { mayCancel: true, refund: price / 2 },
        },
      ],
    },
  });
  expect(await openOrdersOf(person)).toEqual(refused.body.orders);
  expect((await person.post('/api/v1/user/delete', { password: 'not it' })).status).toBe(403);
  expect((await person.get(`/api/v1/gig/order/${begun}`)).body.order._id).toBe(begun);

  await readAndCancel(person, begun);
  const ended = await paidOrder(app, person);
  await endOrdersOf(app, user.id);
  expect(await openOrdersOf(person)).toEqual([]);
  expect((await leave(person)).status).toBe(200);
  expect(await refundedAtProvider(app, ended)).toBe(0);
});

test('money that arrives for an order after its buyer has deleted the account goes back', async () => {
  const { person } = await insertBuyer(app);
  const { checkout, cart } = await startCheckout(person);
  const { orderId } = (await person.get(`/api/v1/gig/order/checkout/${cart.checkoutId}`)).body;
  expect((await leave(person)).status).toBe(200);
  app.sandbox.pay(checkout.orderId, { method: 'card', outcome: 'captured' });
  await deliverWebhooks(app);
  expect(await refundedAtProvider(app, orderId)).toBe(checkout.amount);
  const order = await storedOrder(app, orderId);
  expect(order).toMatchObject({ paid: 0, buyer_name: 'Former client' });
});

test('deletes the reviews of the account, and they count no longer', async () => {
  const { db } = app.server.services.store;
  const { person, user } = await insertBuyer(app, { name: 'Vidya Reviewer' });
  const sample = await db.selectFrom('reviews').selectAll().executeTakeFirstOrThrow();
  const comment = 'A review that goes with its account.';
  const gigPage = () => app.visitor().get(`/api/v1/gig/get/${sample.gig_id}`);
  const count = async () => (await gigPage()).body.gig.numOfReviews;
  const before = await count();
  await app.write(async (tx) => {
    const row = { ...sample, id: crypto.randomUUID(), user_id: user.id, order_id: null, comment };
    await tx.insertInto('reviews').values(row).execute();
    await recalculateRating(tx, sample.gig_id);
  });
  expect(await count()).toBe(before + 1);
  await person.post('/api/v1/user/delete', { password: PASSWORD });
  const { body } = await app.visitor().get(`/api/v1/gig/review/${sample.gig_id}`);
  expect(JSON.stringify(body)).not.toContain(comment);
  expect(await count()).toBe(before);
});

test('refuses to delete the owner’s account', async () => {
  const owner = await ownerOf(app);
  expect((await owner.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(403);
  expect((await owner.get(ME)).status).toBe(200);
});
