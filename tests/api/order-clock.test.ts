import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runClock } from '../../api/modules/orders/clock/clock.ts';
import { addNextStep } from '../../api/modules/payments/order-emails.ts';
import { readAndCancel } from '../support/cancellation.ts';
import type { Person } from '../support/http-client.ts';
import { type InProcessApp, startInProcessApp } from '../support/in-process-app.ts';
import {
  insertBuyer,
  orderBody,
  ownerOf,
  paidOrder,
  signedIn,
  WEBSITE,
} from '../support/people.ts';
import { changeRow } from '../support/rows.ts';

const AVAILABILITY = '/api/v1/desk/availability';

let now = new Date('2026-11-24T06:30:00Z');
let app: InProcessApp;
let owner: Person;
let asha: Person;
/** Noon in India on this day. Sessions do not last until then. */
async function travelTo(day: string) {
  now = new Date(`${day}T06:30:00Z`);
  owner = await ownerOf(app);
  asha = await signIn();
}
const signIn = async () => (await insertBuyer(app)).person;
beforeAll(async () => {
  app = await startInProcessApp(() => now);
  await travelTo('2026-11-24');
});
afterAll(() => app.close());

const saved = async (values: object) => {
  const { body } = await owner.get(AVAILABILITY);
  const answer = await owner.put(AVAILABILITY, { ...body.availability, ...values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
/** The day goes on, with the jobs of the night. */
async function pass(day: string) {
  now = new Date(`${day}T06:30:00Z`);
  owner = await ownerOf(app);
  await runClock(app.server.services);
}
const db = () => app.server.services.store.db;
const rowOf = (id: string) =>
  db().selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const dueOf = async (id: string) => (await rowOf(id)).delivery_date?.slice(0, 10);
const orderOf = async (id: string) => (await owner.get(`/api/v1/desk/orders/${id}`)).body.order;
const timelineOf = async (id: string): Promise<string[]> =>
  (await orderOf(id)).timeline.map(({ text }: { text: string }) => text);
const desk = async (id: string, path: string, body: object = {}) => {
  const answer = await owner.post(`/api/v1/desk/orders/${id}/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const require = (who: Person, id: string) =>
  who.put(`/api/v1/gig/order/${id}/requirements`, { text: 'A calm site.', links: [] });
/** A new buyer's order whose requirements were sent at once, accepted. */
async function begun() {
  const buyer = await signIn();
  const id = await paidOrder(app, buyer);
  await require(buyer, id);
  await desk(id, 'accept');
  return { buyer, id };
}
/** The buyer, who signs in again after days. */
const buyerOf = async (id: string) => signedIn(app, (await rowOf(id)).buyer_id);

test('without the switch the days count from the payment, and nobody can stop them', async () => {
  const id = await paidOrder(app, asha);
  const due = await dueOf(id);
  await pass('2026-11-26');
  expect(await dueOf(id)).toBe(due);
  const order = await orderOf(id);
  expect(order).not.toHaveProperty('pauses');
  expect(order.agreement.terms).not.toHaveProperty('clock');
  const refused = await owner.post(`/api/v1/desk/orders/${id}/wait`, { reason: 'Your logo' });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The days of this order count from the payment, as agreed.',
  ]);
});

test('who was shown other rules of the clock reads them again before paying', async () => {
  await travelTo('2026-12-01');
  await saved({ clock: true });
  const body = await orderBody(asha);
  const place = (clock: boolean) => asha.post('/api/v1/gig/order/place', { ...body, clock });
  expect((await place(false)).body.message).toBe(
    'How delivery days count has changed. Please read it again.',
  );
  expect((await place(true)).status).toBe(201);
  const { body: checkout } = await asha.get(`/api/v1/gig/order/checkout/${crypto.randomUUID()}`);
  expect(checkout.hasClock).toBe(true);
});

test('the days begin when the requirements are sent, and every day until then moves the date', async () => {
  const buyer = await signIn();
  const id = await paidOrder(app, buyer);
  const due = await dueOf(id);
  expect((await orderOf(id)).next).toMatchObject({ turn: 'buyer', step: 'sendRequirements' });
  await desk(id, 'accept');
  expect((await orderOf(id)).next).toMatchObject({ turn: 'buyer', step: 'sendRequirements' });
  await pass('2026-12-02');
  await pass('2026-12-03');
  const line = (await orderOf(id)).pauses[0];
  expect(line).toMatchObject({ reason: null, to: null, days: 2 });
  expect((await require(buyer, id)).status).toBe(200);
  expect(Number(new Date(`${await dueOf(id)}`)) - Number(new Date(`${due}`))).toBe(2 * 86_400_000);
  expect((await timelineOf(id)).at(-1)).toMatch(
    /^The wait for the buyer is over: 2 days added, delivery by \d+ December 2026$/,
  );
  expect((await orderOf(id)).next).toMatchObject({ turn: 'owner', step: 'deliver' });
  await pass('2026-12-05');
  expect((await orderOf(id)).pauses).toMatchObject([{ days: 2 }]);
});

test('the owner waits for the buyer, both read the same line, and the answer ends it', async () => {
  await travelTo('2026-12-07');
  const { buyer, id } = await begun();
  const due = (await rowOf(id)).delivery_date ?? '';
  await desk(id, 'wait', { reason: 'Your logo as SVG' });
  expect(app.subjects.at(-1)).toMatch(/^Needed from you/);
  const content = { to: '', subject: 'Needed', paragraphs: [], quote: 'Your logo as SVG' };
  const about = { orderId: id, side: 'buyer', keepsAction: false } as const;
  const mail = await addNextStep(app.server.services, content, about);
  expect(mail.next?.title, 'the mail quotes the reason already').toMatch(/needed from you/);
  expect(JSON.stringify(mail.next)).not.toContain(content.quote);
  const twice = await owner.post(`/api/v1/desk/orders/${id}/wait`, { reason: 'Another' });
  expect(twice.status).toBe(409);
  await pass('2026-12-10');
  const both = [await orderOf(id), (await buyer.get(`/api/v1/gig/order/${id}`)).body.order];
  for (const order of both)
    expect(order).toMatchObject({
      next: { turn: 'buyer', step: 'sendAnswer' },
      waits: { reason: 'Your logo as SVG', days: 3, to: null },
      pauses: [
        { reason: null, days: 0 },
        { reason: 'Your logo as SVG', days: 3 },
      ],
    });
  // The requirements are no answer to it, a stranger cannot answer, a message of the buyer does.
  await require(buyer, id);
  expect((await (await signIn()).post(`/api/v1/gig/order/${id}/sent`, {})).status).toBe(404);
  expect(await orderOf(id)).toHaveProperty('waits');
  const sent = { orderId: id, messageText: 'Here it is.' };
  expect((await buyer.post('/api/v1/communicate/send-message', sent)).status).toBe(201);
  expect(await orderOf(id)).not.toHaveProperty('waits');
  expect(Date.parse((await rowOf(id)).delivery_date ?? '') - Date.parse(due)).toBe(3 * 86_400_000);
  // Waiting again on the same day loses no day.
  await desk(id, 'wait', { reason: 'The password' });
  expect((await buyer.post(`/api/v1/gig/order/${id}/sent`, {})).status).toBe(200);
  expect((await timelineOf(id)).slice(-2)).toEqual([
    'Waiting for the buyer: The password',
    expect.stringMatching(/^The wait for the buyer is over: no days added/),
  ]);
  expect(app.subjects.at(-1)).toMatch(/^The buyer has answered/);
});

test('a delivery ends the wait, and nothing moves any more', async () => {
  const { id } = await begun();
  await desk(id, 'wait', { reason: 'Your logo' });
  await desk(id, 'deliver', { message: 'Done without it.' });
  const due = await dueOf(id);
  await pass('2026-12-15');
  expect(await dueOf(id)).toBe(due);
  expect((await orderOf(id)).pauses.at(-1).to).not.toBeNull();
});

test('after 60 days without an answer the owner ends the order, and the buyer gets what was agreed', async () => {
  await travelTo('2027-01-04');
  const { id } = await begun();
  await desk(id, 'wait', { reason: 'Your logo' });
  await pass('2027-03-04');
  expect((await owner.post(`/api/v1/desk/orders/${id}/end`, { refund: 0 })).status).toBe(409);
  expect(await orderOf(id)).not.toHaveProperty('ending');
  await pass('2027-03-05');
  const { ending } = await orderOf(id);
  // Half, as of an accepted order that is not late: the date has moved all the time.
  expect(ending.refund).toBe((await rowOf(id)).paid / 200);
  const end = (refund: number) => owner.post(`/api/v1/desk/orders/${id}/end`, { refund });
  expect((await end(ending.refund - 1)).status).toBe(409);
  const ended = await end(ending.refund);
  expect(ended.status, JSON.stringify(ended.body)).toBe(200);
  expect(await rowOf(id)).toMatchObject({
    promised: ending.refund * 100,
    delivery_date: expect.any(String),
  });
  const { order } = (await (await buyerOf(id)).get(`/api/v1/gig/order/${id}`)).body;
  expect(order.orderStatus).toBe('Cancelled');
  expect(app.subjects.slice(-3)).toContainEqual(expect.stringMatching(/^Cancelled/));
  expect((await end(ending.refund)).status).toBe(409);
});

test('who is late is told of once, before they ask, and not while the order waits for them', async () => {
  await travelTo('2027-04-01');
  const { id } = await begun();
  const waiting = await begun();
  await desk(waiting.id, 'wait', { reason: 'Your logo' });
  const day = await dueOf(id);
  const dayAfter = new Date(Date.parse(`${day}`) + 86_400_000).toISOString().slice(0, 10);
  const before = app.subjects.length;
  await pass(dayAfter);
  await pass(dayAfter);
  expect(app.subjects.slice(before)).toEqual([expect.stringMatching(/^Late: /)]);
  expect(
    (await timelineOf(id)).filter((text) => text.startsWith('The delivery is late')),
  ).toHaveLength(1);
});

test('late orders are listed once, however many there are', async () => {
  await travelTo('2027-04-20');
  const late = [await begun(), await begun(), await begun()];
  for (const { id } of late)
    await changeRow(app, 'orders', id, { delivery_date: '2027-04-19T12:30:00.000Z' });
  const lists: unknown[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const [first = {}] = result.rows;
      if (result.rows.length > 1 && Object.keys(first).join() === 'id') lists.push(result.rows);
      return result;
    },
  };
  const { services } = app.server;
  const store = { ...services.store, db: services.store.db.withPlugin(plugin) };
  await runClock({ ...services, store });
  expect(app.subjects.filter((subject) => subject.startsWith('Late: ')).length).toBeGreaterThan(2);
  expect(lists).toHaveLength(1);
});

test('after 14 days a waiting order gives its place back, and gets the next free one with the answer', async () => {
  await app.write((tx) => tx.updateTable('orders').set({ status: 'Completed' }).execute());
  await travelTo('2027-06-01');
  await saved({ capacity: 1, workingDays: [1, 2, 3, 4, 5] });
  const { body } = await app.visitor().get(`/api/v1/gig/availability/${WEBSITE}`);
  const { startsOn, deliverBy } = body.plans[0];
  const { id } = await begun();
  const row = await rowOf(id);
  expect([row.starts_on, await dueOf(id)]).toEqual([startsOn, deliverBy]);
  await desk(id, 'wait', { reason: 'Your logo' });
  const nextStart = async () => {
    await app.write(async () => {});
    const answer = await app.visitor().get(`/api/v1/gig/availability/${WEBSITE}`);
    return answer.body.plans[0].startsOn as string;
  };
  await pass('2027-06-14');
  const moved = (await dueOf(id)) ?? '';
  expect(moved > deliverBy).toBe(true);
  expect((await nextStart()) > moved).toBe(true);
  await pass('2027-06-15');
  expect(await nextStart()).toBe('2027-06-16');
  const other = await signIn();
  const taken = await paidOrder(app, other);
  expect((await rowOf(taken)).starts_on).toBe('2027-06-16');
  await (await buyerOf(id)).post(`/api/v1/gig/order/${id}/sent`, {});
  const later = await rowOf(id);
  const takenUntil = (await dueOf(taken)) ?? '';
  expect((later.starts_on ?? '') > takenUntil).toBe(true);
  expect((later.delivery_date ?? '') > (later.starts_on ?? '')).toBe(true);
  expect((await timelineOf(id)).at(-1)).toMatch(/the work starts \w+ \d+ \w+, delivery by/);
});

test('an order that gives its place back is never promised an earlier date than before', async () => {
  await app.write((tx) => tx.updateTable('orders').set({ status: 'Completed' }).execute());
  await travelTo('2027-08-02');
  await saved({ capacity: 1, clock: true, workingDays: [1, 2, 3, 4, 5] });
  const place = { starts_on: '2027-09-06', ends_on: '2027-09-20' };
  const put = (id: string) => {
    const dates = { ...place, delivery_date: `${place.ends_on}T12:30:00.000Z` };
    return app.write((tx) => tx.updateTable('orders').set(dates).where('id', '=', id).execute());
  };
  const { id } = await begun();
  await put(id);
  await desk(id, 'wait', { reason: 'Your logo' });
  await pass('2027-08-17');
  // Somebody else has its days now, and the weeks before them are free.
  await put(await paidOrder(app, await signIn()));
  await (await buyerOf(id)).post(`/api/v1/gig/order/${id}/sent`, {});
  const row = await rowOf(id);
  expect((row.starts_on ?? '') > place.ends_on, `${row.starts_on}`).toBe(true);
  expect((row.delivery_date ?? '') > (row.starts_on ?? '')).toBe(true);
});

test('an order becomes no week late on a weekend of its wait', async () => {
  await travelTo('2027-10-08');
  const { id, buyer } = await begun();
  const due = '2027-10-02T12:30:00.000Z';
  await changeRow(app, 'orders', id, { delivery_date: due });
  const back = async (who: Person) =>
    (await who.get(`/api/v1/gig/order/${id}`)).body.order.cancellation.refund;
  const half = (await rowOf(id)).paid / 200;
  expect(await back(buyer)).toBe(half);
  await desk(id, 'wait', { reason: 'Your logo' });
  await pass('2027-10-10');
  expect([(await rowOf(id)).delivery_date, await back(await buyerOf(id))]).toEqual([due, half]);
  await readAndCancel(await buyerOf(id), id);
  expect((await rowOf(id)).promised).toBe(half * 100);
});
