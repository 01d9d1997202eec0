import { afterEach, beforeAll, expect, test } from 'vitest';
import { readAndCancel } from '../support/cancellation.ts';
import type { Person } from '../support/http-client.ts';
import {
  ADDRESS,
  ASHA,
  BELA,
  orderBody,
  ownerOf,
  paidOrder,
  STORE,
  signUpBuyer,
  WEBSITE,
} from '../support/people.ts';
import { changeRow } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

let asha: Person;
let bela: Person;
let orderId: string;
beforeAll(async () => {
  [asha, bela] = await Promise.all([signUpBuyer(app, ASHA), signUpBuyer(app, BELA), ownerOf(app)]);
  orderId = await paidOrder(app, asha);
});
afterEach(checkMeans);

const review = (person: Person, more: object = {}) =>
  person.post('/api/v1/gig/review', {
    gigId: WEBSITE,
    rating: 4.5,
    comment: 'Very fine.',
    ...more,
  });
const ofGig = async () =>
  (await app.visitor().get(`/api/v1/gig/review/${WEBSITE}`)).body.reviews as {
    _id: string;
    comment: string;
  }[];
const gig = async () => (await app.visitor().get(`/api/v1/gig/get/${WEBSITE}`)).body.gig;

/** Checks that the stored average and count of every gig match its reviews and the public answer. */
async function checkMeans(): Promise<void> {
  const { db } = app.server.services.store;
  for (const each of await db.selectFrom('gigs').selectAll().execute()) {
    const rows = await db
      .selectFrom('reviews')
      .select('half_stars')
      .where('gig_id', '=', each.id)
      .execute();
    const sum = rows.reduce((total, row) => total + row.half_stars, 0);
    expect(each.review_count).toBe(rows.length);
    expect(each.rating_hundredths).toBe(rows.length ? Math.round((sum * 50) / rows.length) : 0);
  }
  const rows = await db.selectFrom('reviews').selectAll().where('gig_id', '=', WEBSITE).execute();
  expect((await gig()).numOfReviews).toBe(rows.length);
}

test('publishes a buyer’s review at once without private data', async () => {
  const before = await gig();
  const { status, body } = await review(asha, { orderId, comment: '  Very <b>fine</b>.  ' });
  expect(status).toBe(201);
  expect(body.review).toMatchObject({ rating: 4.5, comment: 'Very <b>fine</b>.', edited: false });
  const [newest] = await ofGig();
  expect(newest).toEqual(body.review);
  expect((await gig()).numOfReviews).toBe(before.numOfReviews + 1);
  for (const secret of [ASHA.email, ADDRESS.phoneNo, ADDRESS.address, orderId, 'pay_']) {
    expect(JSON.stringify(newest)).not.toContain(secret);
  }
});

test('edits the first review of an order instead of adding a second', async () => {
  const count = (await ofGig()).length;
  const { status, body } = await review(asha, { rating: 0.5, comment: 'Changed my mind.' });
  expect(status).toBe(200);
  expect(body.review).toMatchObject({ rating: 0.5, comment: 'Changed my mind.', edited: true });
  expect(await ofGig()).toHaveLength(count);
});

test('refuses invalid ratings and comments', async () => {
  for (const rating of [-1, 0, 5.5, 4.3, '5', null, 'NaN', Number.POSITIVE_INFINITY, [5], true]) {
    expect((await review(asha, { rating })).status, String(rating)).toBe(400);
  }
  for (const comment of ['', ' \n ', null, 5, 'x'.repeat(4_001)]) {
    expect((await review(asha, { comment })).status).toBe(400);
  }
  expect((await review(asha, { comment: 'x'.repeat(100_000) })).status).toBe(413);
  expect((await ofGig())[0]?.comment).toBe('Changed my mind.');
});

test('accepts reviews only from buyers with a paid, not rejected order of the gig', async () => {
  const only = { status: 403, body: { message: 'Only buyers of this gig can review it.' } };
  expect(await review(bela)).toMatchObject(only);
  expect(await review(bela, { orderId })).toMatchObject(only);
  expect(await review(asha, { gigId: STORE })).toMatchObject(only);
  expect(await review(asha, { gigId: STORE, orderId })).toMatchObject(only);
  expect(await review(asha, { gigId: 'no-such-gig' })).toMatchObject(only);
  expect((await review(app.visitor())).status).toBe(401);
  await bela.post('/api/v1/gig/order/place', await orderBody(bela));
  expect(await review(bela)).toMatchObject(only);
  const half = await paidOrder(app, bela, { paymentType: 'Milestone' });
  expect(await review(bela, { orderId: half })).toMatchObject(only);
  const rejected = await paidOrder(app, bela);
  await changeRow(app, 'orders', rejected, { status: 'Rejected' });
  expect(await review(bela, { orderId: rejected })).toMatchObject(only);
});

test('completes a delivered order when it is reviewed and leaves any other status', async () => {
  const id = await paidOrder(app, bela);
  const status = async () =>
    (await bela.get(`/api/v1/gig/order/${id}`)).body.order.orderStatus as string;
  await review(bela, { orderId: id });
  expect(await status()).toBe('In Progress');
  await changeRow(app, 'orders', id, { status: 'Delivered' });
  await review(bela, { orderId: id, rating: 5 });
  expect(await status()).toBe('Completed');
  expect((await review(bela, { orderId: id, rating: 4 })).status).toBe(200);
  const { timeline } = (await bela.get(`/api/v1/gig/order/${id}`)).body.order;
  const entries = timeline.filter((each: { text: string }) => /now Completed/.test(each.text));
  expect(entries, 'one entry').toHaveLength(1);
  await app.mail.email(BELA.email, /Completed/);
});

test('notifies the owner of a review once and shows their reply', async () => {
  const { db } = app.server.services.store;
  const notifications = await db
    .selectFrom('notifications')
    .selectAll()
    .where('type', '=', 'review')
    .execute();
  expect(notifications.filter((each) => each.order_id === orderId)).toHaveLength(1);
  await app.write((tx) =>
    tx
      .updateTable('reviews')
      .set({ reply: 'Thank you, Asha.', replied_at: '2026-11-20T10:00:00.000Z' })
      .where('order_id', '=', orderId)
      .execute(),
  );
  const shown = (await ofGig()).find((each) => each.comment === 'Changed my mind.');
  expect(shown).toMatchObject({ reply: { text: 'Thank you, Asha.' } });
});

test('a review goes with its order when everything is refunded before a delivery', async () => {
  const owner = await ownerOf(app);
  const before = await gig();
  const counts = async () => {
    const { numOfReviews, ratings } = await gig();
    return { numOfReviews, ratings };
  };
  const unchanged = { numOfReviews: before.numOfReviews, ratings: before.ratings };

  const cancelled = await paidOrder(app, bela);
  await review(bela, { orderId: cancelled, rating: 0.5, comment: 'Half a star for nothing.' });
  expect((await counts()).numOfReviews).toBe(before.numOfReviews + 1);
  const hidden = (await ofGig()).find(({ comment }) => comment === 'Half a star for nothing.');
  await owner.put(`/api/v1/desk/reviews/${hidden?._id}/hidden`, { reason: 'Unfair.' });
  await readAndCancel(bela, cancelled);
  expect(await counts()).toEqual(unchanged);
  const desk = await owner.get('/api/v1/desk/reviews');
  expect(JSON.stringify(desk.body)).not.toContain('Half a star for nothing.');
  expect((await review(bela, { orderId: cancelled })).status).toBe(403);

  const rejected = await paidOrder(app, bela);
  await review(bela, { orderId: rejected, rating: 0.5 });
  const answer = await owner.post(`/api/v1/desk/orders/${rejected}/reject`, {
    reason: 'No time.',
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(await counts()).toEqual(unchanged);
});

test('a review stays when part of the money is kept or something was delivered', async () => {
  const halfRefunded = await paidOrder(app, bela);
  await review(bela, { orderId: halfRefunded, comment: 'Half of it came back.' });
  await changeRow(app, 'orders', halfRefunded, { status: 'Accepted' });
  expect((await readAndCancel(bela, halfRefunded)) > 0).toBe(true);
  expect((await ofGig()).map(({ comment }) => comment)).toContain('Half of it came back.');
});
