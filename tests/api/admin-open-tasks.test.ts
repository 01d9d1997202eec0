import { beforeAll, expect, test } from 'vitest';
import { markAsSeen } from '../../api/modules/chat/mark-as-seen.ts';
import { findConversationOfOrder } from '../../api/modules/chat/queries.ts';
import { WROTE_AGAIN } from '../../api/modules/chat/texts.ts';
import { toRows } from '../../api/modules/dashboard/task-group-rules.ts';
import type { Task } from '../../api/modules/dashboard/today.ts';
import { CANCELLATION_TERMS } from '../../api/modules/orders/cancellation/rules.ts';
import { DAY, later } from '../../api/platform/clock.ts';
import { buyerAsks, ownerAnswers } from '../support/changes.ts';
import { buyAndDispute } from '../support/disputes.ts';
import type { Person } from '../support/http-client.ts';
import { idOf, insertBuyer, insertOrders, ownerOf, paidOrder, WEBSITE } from '../support/people.ts';
import { changeRow } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';
import { tasksOfKind, tasksOnToday } from '../support/today.ts';

shareApp();

let owner: Person;
let asha: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
  asha = (await insertBuyer(app)).person;
});

const counts = async (): Promise<Record<string, number>> =>
  (await owner.get('/api/v1/desk/waiting')).body.counts;
const setDelivery = (id: string, delivery_date: string) =>
  app.write((tx) => tx.updateTable('orders').set({ delivery_date }).where('id', '=', id).execute());

test('the menu counts an order once, however much of it waits', async () => {
  const none = await counts();
  const id = await paidOrder(app, asha);
  expect((await counts())['orders']).toBe((none['orders'] ?? 0) + 1);
  await setDelivery(id, later(new Date(), -DAY));
  await asha.post('/api/v1/gig/order/revision-request', {
    orderId: id,
    revisionDescription: 'Rounder, please.',
  });
  expect((await counts())['orders']).toBe((none['orders'] ?? 0) + 1);
});

test('an accepted order waits again two days before it is to be delivered', async () => {
  const before = await counts();
  const id = await paidOrder(app, asha);
  await owner.post(`/api/v1/desk/orders/${id}/accept`);
  await setDelivery(id, later(new Date(), 3 * DAY));
  expect(await counts()).toEqual(before);
  await setDelivery(id, later(new Date(), DAY));
  expect((await counts())['orders']).toBe((before['orders'] ?? 0) + 1);
});

test('an order waits while its buyer’s request for more is unanswered, and nothing of it after that', async () => {
  const id = await paidOrder(app, asha);
  await owner.post(`/api/v1/desk/orders/${id}/accept`);
  await setDelivery(id, later(new Date(), 30 * DAY));
  const before = await counts();
  const changeId = crypto.randomUUID();
  await buyerAsks(asha, id, { changeId });
  expect((await counts())['orders']).toBe((before['orders'] ?? 0) + 1);
  expect(await tasksOfKind(owner, 'order')).toContainEqual(
    expect.objectContaining({
      step: 'answerProposal',
      order: expect.objectContaining({ _id: id }),
    }),
  );
  await ownerAnswers(owner, changeId, 'decline');
  expect(await counts()).toEqual(before);
});

test('the menu counts people without an answer, and refunds that are owed', async () => {
  // A rejected order is refunded automatically, except for a disputed payment.
  const { orderId: id } = await buyAndDispute(app, asha);
  const before = await counts();
  for (const messageText of ['Namaste', 'Are you there?'])
    await asha.post('/api/v1/communicate/send-message', { orderId: id, messageText });
  await owner.post(`/api/v1/desk/orders/${id}/reject`, { reason: 'No time.' });
  const after = await counts();
  expect(after['inbox']).toBe((before['inbox'] ?? 0) + 1);
  expect(after['payments']).toBe((before['payments'] ?? 0) + 1);
});

test('reading changes nothing of what waits: a conversation stays until it is answered or needs no answer, and comes back', async () => {
  const { person: gita, user } = await insertBuyer(app, { name: 'Gita Rao' });
  const orderId = await paidOrder(app, gita);
  const { conversationId } = (
    await gita.post('/api/v1/communicate/question', {
      ...{ questionId: crypto.randomUUID(), gigId: WEBSITE, messageText: 'In Marathi?' },
    })
  ).body;
  const say = (by: Person, messageText: string) =>
    by.post('/api/v1/communicate/send-message', { orderId, messageText });
  await say(gita, 'Namaste');
  const mine = async () => (await owner.get('/api/v1/communicate/conversations?show=mine')).body;
  const before = await mine();
  const devices = [owner, await ownerOf(app)];
  for (let visit = 0; visit < 10; visit += 1) {
    const device = devices[visit % 2] ?? owner;
    for (const topic of [{ orderId }, { conversationId }])
      await device.post('/api/v1/communicate/order/user-conversation', topic);
    const { db } = app.server.services.store;
    const talk = await findConversationOfOrder(db, orderId);
    if (talk) await markAsSeen(app.server.services, talk, await idOf(owner));
  }
  const read = await mine();
  const ofGita = ({ conversations }: typeof read) =>
    conversations.filter((each: { buyerId: { _id: string } }) => each.buyerId._id === user.id);
  expect(ofGita(read).map((each: { unread: number }) => each.unread)).toEqual([1, 0]);
  expect(ofGita(read)).toEqual(
    ofGita(before).map((each: object, at: number) => (at === 0 ? each : { ...each, unread: 0 })),
  );
  expect((await counts())['inbox']).toBe(read.waiting);
  expect(read.waiting).toBe(before.waiting);

  await say(owner, 'Welcome');
  expect((await mine()).waiting, 'a person with a question, too, is one').toBe(before.waiting);
  const [question] = ofGita(await mine());
  const settle = (waits: boolean, lastMessage: string = question.lastMessage._id) =>
    owner.put(`/api/v1/communicate/conversations/${conversationId}/waits`, { waits, lastMessage });
  expect((await settle(false, 'an earlier one')).body.message).toBe(WROTE_AGAIN);
  expect((await settle(false)).status).toBe(200);
  expect((await mine()).waiting).toBe(before.waiting - 1);
  await settle(true);
  expect((await mine()).waiting, 'a way back').toBe(before.waiting);
  await settle(false);
  await gita.post('/api/v1/communicate/send-message', { conversationId, messageText: 'Hello?' });
  expect((await mine()).waiting).toBe(before.waiting);
});

test('what a client asks with the order itself waits there, and not in the inbox a second time', async () => {
  const id = await paidOrder(app, asha);
  const number = `#${id.slice(-6).toUpperCase()}`;
  const mail = await app.mail.email(app.server.config.ownerEmail, /^New order/, number);
  expect(mail.text, 'the mail says it, too').toContain('Your turn: Accept the order');
  const before = await counts();
  await buyerAsks(asha, id, { changeId: crypto.randomUUID() });
  expect((await counts())['inbox']).toBe(before['inbox']);
  const { orders } = (await owner.get('/api/v1/desk/orders?show=mine')).body;
  const listed = orders.find((each: { _id: string }) => each._id === id);
  expect(listed.steps).toEqual(['answerProposal', 'start']);
});

test('a disputed order that is completed is the owner’s turn, before all that is only due', async () => {
  const { orderId } = await buyAndDispute(app, asha);
  await app.write((tx) =>
    tx.updateTable('orders').set({ status: 'Completed' }).where('id', '=', orderId).execute(),
  );
  const { orders, mine } = (await owner.get('/api/v1/desk/orders?show=mine')).body;
  const place = orders.findIndex((each: { _id: string }) => each._id === orderId);
  const until = orders.slice(0, place + 1).map((each: { steps: string[] }) => each.steps[0]);
  expect(until).toEqual(Array(place + 1).fill('answerBank'));
  expect(mine).toBe(orders.length);
  expect((await counts())['orders']).toBe(orders.length);
  const { orders: done } = (await owner.get('/api/v1/desk/orders?show=done')).body;
  expect(done.map((each: { _id: string }) => each._id)).toContain(orderId);
});

test('a late order says from when its buyer may cancel as late', async () => {
  const id = await paidOrder(app, asha);
  await owner.post(`/api/v1/desk/orders/${id}/accept`);
  const due = later(new Date(), -DAY);
  await setDelivery(id, due);
  const { orders } = (await owner.get('/api/v1/desk/orders?show=work')).body;
  expect(orders.find((each: { _id: string }) => each._id === id)).toMatchObject({
    steps: ['deliver'],
    lateFrom: later(new Date(due), CANCELLATION_TERMS.lateAfterDays * DAY),
  });
});

test('the menu counts what visitors do not see yet', async () => {
  const before = (await counts())['publish'] ?? 0;
  const [{ _id }] = (await owner.get('/api/v1/desk/gigs')).body.gigs;
  const { gig } = (await owner.get(`/api/v1/desk/gigs/${_id}`)).body;
  await owner.put(`/api/v1/desk/gigs/${_id}`, { ...gig, title: 'Another title' });
  expect((await counts())['publish']).toBe(before + 1);
});

test('a review waits for a reply until it is answered or hidden, and after a month only its number is shown', async () => {
  const reviews = async () => (await tasksOfKind(owner, 'review')).length;
  const before = await reviews();
  const orderId = await paidOrder(app, asha);
  const written = { orderId, gigId: WEBSITE, rating: 1, comment: 'Rude words about others.' };
  expect((await asha.post('/api/v1/gig/review', written)).status).toBe(201);
  expect(await reviews()).toBe(before + 1);
  const { review } = (await owner.get(`/api/v1/desk/orders/${orderId}`)).body.order;
  const created_at = later(new Date(), -31 * DAY);
  await changeRow(app, 'reviews', review._id, { created_at });
  expect(await reviews()).toBe(before);
  expect(await tasksOfKind(owner, 'oldReviews')).toEqual([{ kind: 'oldReviews', count: 1 }]);
  await owner.put(`/api/v1/desk/reviews/${review._id}/hidden`, { reason: 'It insults others.' });
  expect(await tasksOfKind(owner, 'oldReviews')).toEqual([]);
});

test('Today lists each thing that waits, the most urgent first, at most fifty like ones in a row, and all on request', async () => {
  // Orders that are written into the tables have no payments, which the shared app's checks would report.
  const full = await startTestApp();
  try {
    const [keeper, { person: buyer, user }] = [await ownerOf(full), await insertBuyer(full)];
    const late = await paidOrder(full, buyer);
    const delivery_date = later(new Date(), -DAY);
    await full.write((tx) =>
      tx.updateTable('orders').set({ delivery_date }).where('id', '=', late).execute(),
    );
    await insertOrders(full, [user], 240);
    await buyer.post('/api/v1/communicate/send-message', { orderId: late, messageText: 'Namaste' });
    const { tasks, count } = (await keeper.get('/api/v1/desk/today')).body;
    const all = await tasksOnToday(keeper);
    expect(all).toHaveLength(count);
    const sizesOf = (some: Task[]) => toRows(some).map((row) => row.length);
    expect(Math.max(...sizesOf(all))).toBeGreaterThan(50);
    expect(sizesOf(tasks)).toEqual(sizesOf(all).map((size) => Math.min(size, 50)));
    // The order of the rows is that of their most urgent tasks.
    expect(toRows(tasks)[0]).toEqual(all.filter(isNewAndLate).slice(0, 50));
    const places = [
      (task: Task) => task.kind === 'order' && task.order._id === late,
      (task: Task) => task.kind === 'message' && task.conversation.orderId === late,
      (task: Task) => task.kind === 'secondFactor',
    ].map((isFound) => all.findIndex(isFound));
    expect(places).not.toContain(-1);
    expect(places.toSorted((one, other) => one - other)).toEqual(places);
  } finally {
    await full.close();
  }
});

const isNewAndLate = (task: Task) => task.kind === 'order' && task.step === 'start' && task.isLate;

test('four like tasks are one row where the first of them is, fewer and unlike ones are rows of their own', async () => {
  const [four, three] = ['start', 'deliver'].map((step) => ({
    kind: 'order',
    step,
    isLate: false,
  }));
  const late = { ...four, isLate: true };
  const refund = { kind: 'refund' };
  const many = (task: object | undefined, count: number) =>
    Array.from({ length: count }, (_, at) => ({ ...task, at }));
  const tasks = [late, ...many(four, 2), ...many(three, 3), ...many(four, 2), ...many(refund, 5)];
  const sizes = toRows(tasks as unknown as Task[]).map((row) => row.length);
  expect(sizes).toEqual([1, 4, 1, 1, 1, 1, 1, 1, 1, 1]);
});

test('with nothing to do, Today names the next delivery', async () => {
  const id = await paidOrder(app, asha);
  await owner.post(`/api/v1/desk/orders/${id}/accept`);
  await setDelivery(id, later(new Date(), 3 * DAY));
  const { nextDelivery } = (await owner.get('/api/v1/desk/today')).body;
  expect(nextDelivery).toMatchObject({ _id: id });
});
