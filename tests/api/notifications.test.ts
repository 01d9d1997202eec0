import { beforeAll, expect, test } from 'vitest';
import { createNotification } from '../../api/modules/notifications/notify.ts';
import { HOUR } from '../../api/platform/clock.ts';
import { transaction } from '../../db/transaction.ts';
import type { Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePeople } from '../support/payment-app.ts';
import { ASHA, idOf, insertBuyer, paidOrder, signUpBuyer } from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import { connectClient } from '../support/socket-client.ts';

sharePeople();

let orderId: string;
let ashaId: string;
beforeAll(async () => {
  ashaId = await idOf(asha);
  orderId = await paidOrder(app, asha);
  await paidOrder(app, bela);
});

interface NotificationBody {
  _id: string;
  type: string;
  message: string;
  isRead: boolean;
  orderId: string;
}
const notificationsOf = async (person: Person, query = '') => {
  const path = `/api/v1/notify/client/client-notifications/${await idOf(person)}${query}`;
  return (await person.get(path)).body as {
    notifications: NotificationBody[];
    unread: number;
    hasMore: boolean;
  };
};
const markOne = (person: Person, id: string) =>
  person.post(`/api/v1/notify/client/client-mark-read/${id}`);
const markAll = (person: Person) => person.post('/api/v1/notify/client/client-mark-all-read');
const write = (person: Person, messageText: string, about = orderId) =>
  person.post('/api/v1/communicate/send-message', { orderId: about, messageText });

test('notifies the buyer and the owner of a payment once', async () => {
  const { notifications, unread } = await notificationsOf(asha);
  expect(notifications).toMatchObject([{ type: 'payment', isRead: false, orderId }]);
  expect(unread).toBe(1);
  const forOwner = (await notificationsOf(owner)).notifications.filter(
    (each) => each.orderId === orderId,
  );
  expect(forOwner).toMatchObject([{ type: 'order', message: expect.stringContaining(ASHA.name) }]);
});

test('refuses access to other people’s notifications', async () => {
  const [mine] = (await notificationsOf(bela)).notifications;
  const path = `/api/v1/notify/client/client-notifications/${await idOf(bela)}`;
  const foreign = await asha.get(path);
  const random = await asha.get(
    `/api/v1/notify/client/client-notifications/${crypto.randomUUID()}`,
  );
  expect(foreign.status).toBe(404);
  expect(foreign.body).toEqual(random.body);
  const marked = await markOne(asha, mine?._id ?? '');
  expect(marked).toMatchObject({ status: 404, body: (await markOne(asha, 'no-such')).body });
  await markAll(asha);
  expect((await notificationsOf(asha)).unread).toBe(0);
  expect((await notificationsOf(bela)).unread).toBe(1);
  for (const call of [app.visitor().get(path), markAll(app.visitor())]) {
    expect((await call).status).toBe(401);
  }
});

test('marks a notification as read and changes nothing the second time', async () => {
  const [one] = (await notificationsOf(bela)).notifications;
  const client = await connectClient(app, bela);
  for (let time = 0; time < 2; time += 1) {
    expect(await markOne(bela, one?._id ?? '')).toMatchObject({
      status: 200,
      body: { success: true, message: 'Message marked as seen' },
    });
  }
  await client.waitFor('notificationsRead', (each) => each.ids.includes(one?._id));
  expect(await notificationsOf(bela)).toMatchObject({
    unread: 0,
    notifications: [{ isRead: true }],
  });
  expect((await markAll(bela)).body.message).toBe('All messages marked as seen');
  client.socket.close();
});

test('merges messages of a conversation into one notification and removes it once read', async () => {
  const client = await connectClient(app, asha);
  await write(owner, 'First');
  await write(owner, 'Second');
  await client.waitFor('newMessageUser', (each) => each.message === 'Second');
  expect(client.bodiesOf('newMessageUser')[0]).toMatchObject({
    type: 'new_message',
    message: 'First',
  });
  const unread = (await notificationsOf(asha)).notifications.filter(
    (each) => each.type === 'new_message',
  );
  expect(unread).toMatchObject([{ message: 'Second', isRead: false, orderId }]);
  expect((await notificationsOf(asha)).unread).toBe(1);
  await markOne(asha, unread[0]?._id ?? '');
  const after = await notificationsOf(asha);
  expect(after.notifications.map((each) => each.type)).toEqual(['payment']);
  await write(owner, 'Third');
  expect((await notificationsOf(asha)).unread).toBe(1);
  await markAll(asha);
  expect((await notificationsOf(asha)).notifications.map((each) => each.type)).toEqual(['payment']);
  client.socket.close();
});

test('marks the notification as read on all devices when its conversation is read', async () => {
  const [phone, laptop] = [await connectClient(app, asha), await connectClient(app, asha)];
  await write(owner, 'Look here');
  const { body } = await asha.post('/api/v1/communicate/order/user-conversation', { orderId });
  await phone.send('markMessagesAsSeen', { conversationId: body.conversation._id, userId: ashaId });
  await laptop.waitFor('notificationsRead', (each) => each.ids.length === 1);
  expect((await notificationsOf(asha)).unread).toBe(0);
  for (const each of [phone, laptop]) each.socket.close();
});

test('pages notifications by kind and unread state, and ignores invalid filters', async () => {
  const person = await signUpBuyer(app, { ...ASHA, email: 'much@buyers.example' });
  const id = await idOf(person);
  const { db } = app.server.services.store;
  const rows = Array.from({ length: 55 }, (_, at) => ({
    id: `note-${String(at).padStart(3, '0')}`,
    user_id: id,
    seq: at + 1,
    type: at % 5 === 0 ? ('review' as const) : ('order' as const),
    message: `no ${at}`,
    order_id: null,
    live: null,
    pushed_at: '2026-01-01T00:00:00.000Z',
    read_at: at % 2 ? '2026-01-01T00:00:00.000Z' : null,
    created_at: `2026-01-0${1 + (at % 3)}T00:00:00.000Z`,
  }));
  await db.insertInto('notifications').values(rows).execute();
  const seen: string[] = [];
  for (let query = '?limit=20'; query; ) {
    const page = await notificationsOf(person, query);
    seen.push(...page.notifications.map((each) => each._id));
    query = page.hasMore ? `?limit=20&before=${seen.at(-1)}` : '';
  }
  expect(seen).toHaveLength(55);
  expect(new Set(seen).size).toBe(55);
  expect((await notificationsOf(person, '?type=review')).notifications).toHaveLength(11);
  expect((await notificationsOf(person, '?unread=1&limit=50')).notifications).toHaveLength(28);
  expect(
    (await notificationsOf(person, '?type=%27or%201&limit=-3&before[]=x')).notifications,
  ).toHaveLength(20);
  await db.deleteFrom('notifications').where('user_id', '=', id).execute();
});

test('writes and mails nothing that a person has switched off', async () => {
  const path = '/api/v1/notify/client/preferences';
  const first = await bela.get(path);
  expect(first.body.preferences.new_message).toEqual({ inApp: true, email: true });
  const preferences = { new_message: { inApp: false, email: false } };
  const saved = await bela.write('PUT', path, { preferences }, {});
  expect(saved).toMatchObject({ status: 200, body: { preferences } });
  expect(saved.body.preferences.order).toEqual({ inApp: true, email: true });
  const noMail = { review: { email: false } };
  expect(
    (await bela.write('PUT', path, { preferences: noMail }, {})).body.preferences,
  ).toMatchObject({
    review: { inApp: true, email: false },
    ...preferences,
  });
  expect((await asha.get(path)).body.preferences.new_message.inApp).toBe(true);
  const [theirs] = (await bela.get('/api/v1/gig/order/user-orders')).body.orders;
  await write(owner, 'Silently', theirs._id);
  expect((await notificationsOf(bela)).unread).toBe(0);
  const { db } = app.server.services.store;
  const mails = await db.selectFrom('outbox').select('kind').where('sent_at', 'is', null).execute();
  expect(mails.filter((each) => each.kind === 'message while away')).toEqual([]);
  for (const wrong of [
    {},
    { preferences: { x: { inApp: true, email: true } } },
    { preferences: { order: 1 } },
  ]) {
    expect((await bela.write('PUT', path, wrong, {})).status).toBe(400);
  }
});

test('keeps notifications and timeline in order after a clock rollback', async () => {
  const { person } = await insertBuyer(app, { name: 'Esha Rao' });
  const mine = await paidOrder(app, person);
  await write(owner, 'Before', mine);
  app.advance(-2 * HOUR);
  expect((await owner.post(`/api/v1/desk/orders/${mine}/accept`)).status).toBe(200);
  const messages = async (query = '') =>
    (await notificationsOf(person, query)).notifications.map((each) => each.message);
  expect(await messages()).toEqual([
    expect.stringContaining('is accepted'),
    'Before',
    expect.stringContaining('Payment received'),
  ]);
  // The notification of a conversation is updated in place and becomes the newest.
  await write(owner, 'After', mine);
  const { notifications } = await notificationsOf(person, '?limit=1');
  expect(notifications).toMatchObject([{ message: 'After' }]);
  expect(await messages(`?before=${notifications[0]?._id}`)).toHaveLength(2);
  const { order } = (await person.get(`/api/v1/gig/order/${mine}`)).body;
  const texts = order.timeline.map((each: { text: string }) => each.text);
  expect(texts.at(-1)).toMatch(/accepted/i);
  expect(texts[0]).toMatch(/placed/i);
  app.advance(2 * HOUR);
});

test('a mail about no order and no conversation has no button', async () => {
  const { services } = app.server;
  const subject = 'Your first name is shown beside your reviews';
  const mail = { dedupeKey: 'first names', subject, quoteId: '' };
  await transaction(services, (tx) =>
    createNotification(tx, services, {
      ...{ to: ashaId, type: 'review', message: `${subject}.`, orderId: null, mail },
    }),
  );
  const { text } = await app.mail.email(ASHA.email, /first name/);
  expect(text).toContain(subject);
  expect(text).not.toContain('/orders');
});
