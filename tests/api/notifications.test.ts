import { beforeAll, expect, test } from 'vitest';
import { HOUR } from '../../api/platform/clock.ts';
import type { Person } from '../support/http-client.ts';
import {
  ASHA,
  BELA,
  buyer,
  cart,
  idOf,
  insertBuyer,
  ownerOf,
  paidOrder,
} from '../support/people.ts';
import { app } from '../support/shared-app.ts';
import { connectClient } from '../support/socket-client.ts';

let asha: Person;
let bela: Person;
let boss: Person;
let orderId: string;
let ashaId: string;
beforeAll(async () => {
  [asha, bela, boss] = await Promise.all([buyer(app, ASHA), buyer(app, BELA), ownerOf(app)]);
  ashaId = await idOf(asha);
  orderId = await paidOrder(app, asha);
  await paidOrder(app, bela);
});

interface News {
  _id: string;
  type: string;
  message: string;
  isRead: boolean;
  orderId: string;
}
const newsOf = async (person: Person, query = '') => {
  const path = `/api/v1/notify/client/client-notifications/${await idOf(person)}${query}`;
  return (await person.get(path)).body as {
    notifications: News[];
    unread: number;
    hasMore: boolean;
  };
};
const markOne = (person: Person, id: string) =>
  person.post(`/api/v1/notify/client/client-mark-read/${id}`);
const markAll = (person: Person) => person.post('/api/v1/notify/client/client-mark-all-read');
const write = (person: Person, messageText: string, about = orderId) =>
  person.post('/api/v1/communicate/send-message', { orderId: about, messageText });

test('a payment is news for the buyer and for the ownerOf, once', async () => {
  const { notifications, unread } = await newsOf(asha);
  expect(notifications).toMatchObject([{ type: 'payment', isRead: false, orderId }]);
  expect(unread).toBe(1);
  const forOwner = (await newsOf(boss)).notifications.filter((each) => each.orderId === orderId);
  expect(forOwner).toMatchObject([{ type: 'order', message: expect.stringContaining(ASHA.name) }]);
});

test('51: reported twenty times, a payment is one notification and is told once', async () => {
  const person = await buyer(app, { ...ASHA, email: 'often@buyers.example' });
  const heard = await connectClient(app, person);
  const placed = await person.post('/api/v1/gig/order/place', await cart(person));
  const result = app.sandbox.pay(placed.body.orderId, { method: 'card', outcome: 'captured' });
  await Promise.all(
    Array.from({ length: 20 }, () => person.post('/api/v1/gig/order/verify', result)),
  );
  await heard.waitFor('newNotification', (each) => each.type === 'payment');
  expect((await newsOf(person)).notifications).toHaveLength(1);
  expect(heard.bodiesOf('newNotification')).toHaveLength(1);
  heard.socket.close();
});

test('30: nobody reads, marks or clears another’s notifications', async () => {
  const [mine] = (await newsOf(bela)).notifications;
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
  expect((await newsOf(asha)).unread).toBe(0);
  expect((await newsOf(bela)).unread).toBe(1);
  for (const call of [app.visitor().get(path), markAll(app.visitor())]) {
    expect((await call).status).toBe(401);
  }
});

test('marking one says so, and marking it again changes nothing', async () => {
  const [one] = (await newsOf(bela)).notifications;
  const heard = await connectClient(app, bela);
  for (let time = 0; time < 2; time += 1) {
    expect(await markOne(bela, one?._id ?? '')).toMatchObject({
      status: 200,
      body: { success: true, message: 'Message marked as seen' },
    });
  }
  await heard.waitFor('notificationsRead', (each) => each.ids.includes(one?._id));
  expect(await newsOf(bela)).toMatchObject({ unread: 0, notifications: [{ isRead: true }] });
  expect((await markAll(bela)).body.message).toBe('All messages marked as seen');
  heard.socket.close();
});

test('many messages are one piece of news until it is read, and then it is gone', async () => {
  const heard = await connectClient(app, asha);
  await write(boss, 'First');
  await write(boss, 'Second');
  await heard.waitFor('newMessageUser', (each) => each.message === 'Second');
  expect(heard.bodiesOf('newMessageUser')[0]).toMatchObject({
    type: 'new_message',
    message: 'First',
  });
  const talk = (await newsOf(asha)).notifications.filter((each) => each.type === 'new_message');
  expect(talk).toMatchObject([{ message: 'Second', isRead: false, orderId }]);
  expect((await newsOf(asha)).unread).toBe(1);
  await markOne(asha, talk[0]?._id ?? '');
  const after = await newsOf(asha);
  expect(after.notifications.map((each) => each.type)).toEqual(['payment']);
  await write(boss, 'Third');
  expect((await newsOf(asha)).unread).toBe(1);
  await markAll(asha);
  expect((await newsOf(asha)).notifications.map((each) => each.type)).toEqual(['payment']);
  heard.socket.close();
});

test('who reads the conversation has read the news of it, on all their devices', async () => {
  const [phone, desk] = [await connectClient(app, asha), await connectClient(app, asha)];
  await write(boss, 'Look here');
  const { body } = await asha.post('/api/v1/communicate/order/user-conversation', { orderId });
  await phone.send('markMessagesAsSeen', { conversationId: body.conversation._id, userId: ashaId });
  await desk.waitFor('notificationsRead', (each) => each.ids.length === 1);
  expect((await newsOf(asha)).unread).toBe(0);
  for (const each of [phone, desk]) each.socket.close();
});

test('the list comes in pages, by kind, and unread only; nonsense asks for everything', async () => {
  const person = await buyer(app, { ...ASHA, email: 'much@buyers.example' });
  const id = await idOf(person);
  const { db } = app.server.services.store;
  const rows = Array.from({ length: 55 }, (_, at) => ({
    id: `news-${String(at).padStart(3, '0')}`,
    user_id: id,
    seq: at + 1,
    type: at % 5 === 0 ? ('review' as const) : ('order' as const),
    message: `no ${at}`,
    order_id: null,
    live: null,
    told_at: '2026-01-01T00:00:00.000Z',
    read_at: at % 2 ? '2026-01-01T00:00:00.000Z' : null,
    created_at: `2026-01-0${1 + (at % 3)}T00:00:00.000Z`,
  }));
  await db.insertInto('notifications').values(rows).execute();
  const seen: string[] = [];
  for (let query = '?limit=20'; query; ) {
    const page = await newsOf(person, query);
    seen.push(...page.notifications.map((each) => each._id));
    query = page.hasMore ? `?limit=20&before=${seen.at(-1)}` : '';
  }
  expect(seen).toHaveLength(55);
  expect(new Set(seen).size).toBe(55);
  expect((await newsOf(person, '?type=review')).notifications).toHaveLength(11);
  expect((await newsOf(person, '?unread=1&limit=50')).notifications).toHaveLength(28);
  expect((await newsOf(person, '?type=%27or%201&limit=-3&before[]=x')).notifications).toHaveLength(
    20,
  );
  await db.deleteFrom('notifications').where('user_id', '=', id).execute();
});

test('what somebody does not want is not written, and not mailed', async () => {
  const path = '/api/v1/notify/client/preferences';
  const first = await bela.get(path);
  expect(first.body.preferences.new_message).toEqual({ inApp: true, email: true });
  const preferences = { new_message: { inApp: false, email: false } };
  const saved = await bela.write('PUT', path, { preferences }, {});
  expect(saved).toMatchObject({ status: 200, body: { preferences } });
  expect(saved.body.preferences.order).toEqual({ inApp: true, email: true });
  expect((await asha.get(path)).body.preferences.new_message.inApp).toBe(true);
  const [theirs] = (await bela.get('/api/v1/gig/order/user-orders')).body.orders;
  await write(boss, 'Silently', theirs._id);
  expect((await newsOf(bela)).unread).toBe(0);
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

test('a clock that is set back leaves the newest news on top, and the timeline in its order', async () => {
  const { person } = await insertBuyer(app, { name: 'Esha Rao' });
  const mine = await paidOrder(app, person);
  await write(boss, 'Before', mine);
  app.advance(-2 * HOUR);
  expect((await boss.post(`/api/v1/desk/orders/${mine}/accept`)).status).toBe(200);
  const messages = async (query = '') =>
    (await newsOf(person, query)).notifications.map((each) => each.message);
  expect(await messages()).toEqual([
    expect.stringContaining('is accepted'),
    'Before',
    expect.stringContaining('has arrived'),
  ]);
  // News of a conversation is renewed in place, and is then the newest.
  await write(boss, 'After', mine);
  const { notifications } = await newsOf(person, '?limit=1');
  expect(notifications).toMatchObject([{ message: 'After' }]);
  expect(await messages(`?before=${notifications[0]?._id}`)).toHaveLength(2);
  const { order } = (await person.get(`/api/v1/gig/order/${mine}`)).body;
  const told = order.timeline.map((each: { text: string }) => each.text);
  expect(told.at(-1)).toMatch(/accepted/i);
  expect(told[0]).toMatch(/placed/i);
  app.advance(2 * HOUR);
});
