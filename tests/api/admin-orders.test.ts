import { expect, test } from 'vitest';
import { documentFile } from '../../api/modules/billing/document-number-rules.ts';
import { transitionOrder } from '../../api/modules/orders/transition-order.ts';
import {
  COMPLETION,
  completeUnansweredDeliveries,
} from '../../api/modules/payments/order-changes/complete-unanswered-deliveries.ts';
import { DAY } from '../../api/platform/clock.ts';
import {
  ADMIN_ORDERS,
  ADMIN_REVIEWS,
  adminOrderOf,
  orderStatusOf,
} from '../support/admin-orders.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import { adminPayments } from '../support/payments.ts';
import { ASHA, paidOrder, WEBSITE } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import { connectClient } from '../support/socket-client.ts';
import { tasksOfKind } from '../support/today.ts';
import { uploadFile } from '../support/uploads.ts';

sharePaymentApp();

test('takes an order from acceptance through delivery and revision to completion', async () => {
  const id = await paidOrder(app, asha);
  expect((await adminOrderOf(id)).moves).toEqual(['Accepted', 'Rejected']);
  expect((await owner.post(`${ADMIN_ORDERS}/${id}/accept`)).status).toBe(200);
  const uploaded = await uploadFile(owner, id, 'site.zip', 'the work');
  expect((await asha.get(`/api/v1/gig/delivery/file/${uploaded}`)).status).toBe(404);
  const first = await owner.post(`${ADMIN_ORDERS}/${id}/deliver`, { message: 'Here it is.' });
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  const mail = await app.mail.email(ASHA.email, /Delivered/);
  expect(mail.subject).toMatch(
    /^Delivered: A business website.*… Accept the delivery or ask for a change by \d+ \w+$/,
  );
  expect(mail.text).toMatch(/Your turn: .*\. Completes automatically on \d+ \w+ \d{4}\./);
  expect(mail.text).toMatch(/^Now: Delivered \d+ \w{3} · yours \d+ \w{3}$/m);
  expect(mail.text).toContain(`See the delivery: ${app.origin}/orders/${id}#delivered`);

  const delivered = await asha.get(`/api/v1/gig/delivery/${id}`);
  expect(delivered.body.deliveries).toMatchObject([
    { number: 1, message: 'Here it is.', files: [{ name: 'site.zip', size: 8 }] },
  ]);
  const file = await asha.get(`/api/v1/gig/delivery/file/${uploaded}`);
  expect(file.body).toBe('the work');
  expect(file.headers.get('Content-Disposition')).toContain('attachment');

  const revisionRequest = { orderId: id, revisionDescription: 'Bigger letters, please.' };
  expect((await asha.post('/api/v1/gig/order/revision-request', revisionRequest)).status).toBe(201);
  const [revision] = (await adminOrderOf(id)).revisions;
  const approve = (status: string) =>
    owner.write('PATCH', `/api/v1/desk/revisions/${revision._id}`, { status }, {});
  expect((await approve('Approved')).status).toBe(200);
  expect(await orderStatusOf(id)).toBe('Accepted');
  expect((await owner.post(`${ADMIN_ORDERS}/${id}/deliver`, { message: 'Bigger.' })).status).toBe(
    200,
  );
  expect(
    (await adminOrderOf(id)).deliveries.map((each: { number: number }) => each.number),
  ).toEqual([1, 2]);
  expect((await asha.post('/api/v1/gig/delivery/accept', { orderId: id })).status).toBe(200);
  expect(await orderStatusOf(id)).toBe('Completed');
  const texts = (await adminOrderOf(id)).timeline.map((each: { text: string }) => each.text);
  expect(texts.filter((text: string) => /Order is now/.test(text))).toEqual([
    'Order is now Accepted',
    'Order is now Delivered',
    'Order is now Accepted',
    'Order is now Delivered',
    'Order is now Completed',
  ]);
});

test('notifies the owner, and nobody else, of every buyer action', async () => {
  const [ownerClient, other] = [await connectClient(app, owner), await connectClient(app, bela)];
  const id = await paidOrder(app, asha);
  const expectOrderChanged = async () => {
    await ownerClient.waitFor('orderChanged', ({ orderId }) => orderId === id);
    ownerClient.received.length = 0;
  };
  await expectOrderChanged();
  const requirements = { text: 'A calm site.', links: [] };
  await asha.write('PUT', `/api/v1/gig/order/${id}/requirements`, requirements, {});
  await expectOrderChanged();
  await asha.post('/api/v1/communicate/send-message', { orderId: id, messageText: 'Namaste' });
  await expectOrderChanged();
  expect((await adminOrderOf(id)).unread).toBe(1);
  const revisionDescription = 'Calmer, please.';
  await asha.post('/api/v1/gig/order/revision-request', { orderId: id, revisionDescription });
  await expectOrderChanged();
  await owner.post(`${ADMIN_ORDERS}/${id}/accept`);
  await owner.post(`${ADMIN_ORDERS}/${id}/deliver`, { message: 'Done.' });
  ownerClient.received.length = 0;
  await asha.post('/api/v1/gig/delivery/accept', { orderId: id });
  await expectOrderChanged();
  const reviewInput = { orderId: id, gigId: WEBSITE, rating: 4, comment: 'Calm.' };
  for (const comment of ['Calm.', 'Very calm.']) {
    await asha.post('/api/v1/gig/review', { ...reviewInput, comment });
    await expectOrderChanged();
  }
  expect(other.bodiesOf('orderChanged')).toEqual([]);
  for (const client of [ownerClient, other]) client.socket.close();
});

test('serves the receipt of a payment to the owner only under its own order', async () => {
  const [id, other] = [await paidOrder(app, asha), await paidOrder(app, asha)];
  const [{ receipt }] = (await adminOrderOf(id)).payments;
  const at = (order: string) => `${ADMIN_ORDERS}/${order}/receipts/${documentFile(receipt)}`;
  const pdf = await owner.get(at(id));
  expect([pdf.status, pdf.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
  expect((await owner.get(at(other))).status).toBe(404);
  expect((await asha.get(at(id))).status).toBe(403);
  expect((await app.visitor().get(at(id))).status).toBe(401);
});

test('refuses a status change out of turn or twice', async () => {
  const id = await paidOrder(app, asha);
  expect((await owner.post(`${ADMIN_ORDERS}/${id}/deliver`, { message: 'Early' })).status).toBe(
    409,
  );
  expect((await asha.post('/api/v1/gig/delivery/accept', { orderId: id })).status).toBe(409);
  const many = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      at % 2
        ? owner.post(`${ADMIN_ORDERS}/${id}/accept`)
        : owner.post(`${ADMIN_ORDERS}/${id}/reject`, { reason: 'No time' }),
    ),
  );
  expect(many.filter((each) => each.status === 200)).toHaveLength(1);
  expect(many.filter((each) => each.status === 409)).toHaveLength(19);
});

test('requires a reason for a rejection and lists the payment as a refund due when it cannot be refunded by itself', async () => {
  const id = await paidOrder(app, bela);
  expect((await owner.post(`${ADMIN_ORDERS}/${id}/reject`, {})).status).toBe(400);
  app.sandbox.faults.next('payments.refund', { kind: 'status', status: 400 });
  expect((await owner.post(`${ADMIN_ORDERS}/${id}/reject`, { reason: 'I am away' })).status).toBe(
    200,
  );
  await app.server.services.background.settled();
  const refundsDue = await adminPayments.refundsDue(owner);
  expect(refundsDue.map(({ orderId }) => orderId)).toContain(id);
  const refunds = await tasksOfKind(owner, 'refund');
  expect(refunds.map(({ payment }) => payment.orderId)).toContain(id);
});

test('completes a delivered order after seven days without an answer', async () => {
  const id = await paidOrder(app, asha);
  await owner.post(`${ADMIN_ORDERS}/${id}/accept`);
  await owner.post(`${ADMIN_ORDERS}/${id}/deliver`, { message: 'Done.' });
  await completeUnansweredDeliveries(app.server.services);
  expect(await orderStatusOf(id)).toBe('Delivered');
  const { db } = app.server.services.store;
  const long = new Date(Date.now() - 8 * DAY).toISOString();
  await db.updateTable('orders').set({ delivered_at: long }).where('id', '=', id).execute();
  await completeUnansweredDeliveries(app.server.services);
  expect(await orderStatusOf(id)).toBe('Completed');
});

test('shows the buyer the automatic completion date and their own review', async () => {
  const id = await paidOrder(app, asha);
  const seen = async () => (await asha.get(`/api/v1/gig/order/${id}`)).body.order;
  expect(await seen()).toMatchObject({ completesAt: null, review: null });
  await owner.post(`${ADMIN_ORDERS}/${id}/accept`);
  await owner.post(`${ADMIN_ORDERS}/${id}/deliver`, { message: 'Done.' });
  const [{ createdAt }] = (await asha.get(`/api/v1/gig/delivery/${id}`)).body.deliveries;
  const completesAt = new Date(Date.parse(createdAt) + 7 * DAY).toISOString();
  expect(await seen()).toMatchObject({ completesAt });
  const revisionRequest = { orderId: id, revisionDescription: 'Rounder, please.' };
  await asha.post('/api/v1/gig/order/revision-request', revisionRequest);
  expect((await seen()).completesAt, 'while a revision is open').toBeNull();
  const [revision] = (await adminOrderOf(id)).revisions;
  const path = `/api/v1/desk/revisions/${revision._id}`;
  await owner.write('PATCH', path, { status: 'Rejected' }, {});
  expect(await seen()).toMatchObject({ completesAt });
  expect((await asha.post('/api/v1/gig/delivery/accept', { orderId: id })).status).toBe(200);
  const reviewInput = { orderId: id, gigId: WEBSITE, rating: 4.5, comment: 'Round.' };
  await asha.post('/api/v1/gig/review', reviewInput);
  expect(await seen()).toMatchObject({
    completesAt: null,
    review: { rating: 4.5, comment: 'Round.' },
  });
});

test('does not complete a delivered order while a revision is open', async () => {
  const id = await paidOrder(app, asha);
  await owner.post(`${ADMIN_ORDERS}/${id}/accept`);
  await owner.post(`${ADMIN_ORDERS}/${id}/deliver`, { message: 'Done.' });
  const { db } = app.server.services.store;
  const long = new Date(Date.now() - 8 * DAY).toISOString();
  const completeAfterAWeek = async () => {
    await db.updateTable('orders').set({ delivered_at: long }).where('id', '=', id).execute();
    await completeUnansweredDeliveries(app.server.services);
    return orderStatusOf(id);
  };
  const revisionRequest = { orderId: id, revisionDescription: 'Rounder, please.' };
  await asha.post('/api/v1/gig/order/revision-request', revisionRequest);
  expect(await completeAfterAWeek()).toBe('Delivered');
  const byTime = transitionOrder(app.server.services, id, COMPLETION);
  await expect(byTime, 'asked between the list and the step').rejects.toMatchObject({
    status: 409,
  });
  const [revision] = (await adminOrderOf(id)).revisions;
  const decide = (status: string) =>
    owner.write('PATCH', `/api/v1/desk/revisions/${revision._id}`, { status }, {});
  await decide('Approved');
  await owner.post(`${ADMIN_ORDERS}/${id}/deliver`, { message: 'Rounder.' });
  expect((await adminOrderOf(id)).revisions[0]).toMatchObject({
    status: 'Completed',
    completedAt: expect.stringMatching(/Z$/),
  });
  expect(await completeAfterAWeek()).toBe('Completed');
});

test('replies to a review, hides it with a reason and shows it again', async () => {
  const id = await paidOrder(app, bela);
  const ratingOnToday = async () => (await owner.get('/api/v1/desk/today?days=30')).body.reviews;
  const withoutIt = await ratingOnToday();
  const written = { orderId: id, gigId: WEBSITE, rating: 1, comment: 'Rude words about others.' };
  expect((await bela.post('/api/v1/gig/review', written)).status).toBe(201);
  expect((await ratingOnToday()).count).toBe(withoutIt.count + 1);
  const list = (await owner.get(ADMIN_REVIEWS)).body.reviews;
  const review = list.find((each: { comment: string }) => each.comment === written.comment);
  const at = `${ADMIN_REVIEWS}/${review._id}`;
  expect((await owner.put(`${at}/reply`, { reply: 'I am sorry.' })).status).toBe(200);
  const gig = async () => (await app.visitor().get(`/api/v1/gig/get/${WEBSITE}`)).body.gig;
  const before = await gig();
  const shown = before.reviews.find((each: { _id: string }) => each._id === review._id);
  expect(shown.reply.text).toBe('I am sorry.');

  expect((await owner.put(`${at}/hidden`, {})).status).toBe(400);
  expect((await owner.put(`${at}/hidden`, { reason: 'It insults others.' })).status).toBe(200);
  const after = await gig();
  expect(after.reviews.map((each: { _id: string }) => each._id)).not.toContain(review._id);
  expect(after.numOfReviews).toBe(before.numOfReviews - 1);
  expect(after.ratings).toBeGreaterThan(before.ratings);
  expect(await ratingOnToday()).toEqual(withoutIt);
  const { db } = app.server.services.store;
  const notifications = await db.selectFrom('notifications').select('message').execute();
  expect(notifications.map((each) => each.message)).toContain(
    'Your review is not shown: It insults others.',
  );
  expect(
    notifications.filter((each) => each.message === 'Your review has an answer: I am sorry.'),
  ).toHaveLength(1);
  expect((await adminOrderOf(id)).review).toMatchObject({ _id: review._id, reply: 'I am sorry.' });
  expect((await owner.delete(`${at}/hidden`)).status).toBe(200);
  expect((await gig()).numOfReviews).toBe(before.numOfReviews);
});
