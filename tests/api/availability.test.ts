import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, describeDates } from '../../api/modules/catalog/availability/calendar-rules.ts';
import type { GigDocument } from '../../api/modules/catalog/gigs/schema.ts';
import { datesChangedMessage, datesMovedMessage } from '../../api/modules/orders/texts.ts';
import { PAYMENT_SUCCESSFUL } from '../../api/modules/payments/texts.ts';
import { createCatalogReader } from '../../api/modules/site/build/catalog-reader.ts';
import { readCatalog, withToday } from '../../api/modules/site/build/catalog-snapshot.ts';
import { countNewDay, readChangeCounts } from '../../api/modules/site/publish/change-counters.ts';
import { changeGig } from '../support/gigs.ts';
import type { Person } from '../support/http-client.ts';
import { type InProcessApp, startInProcessApp } from '../support/in-process-app.ts';
import {
  ADDRESS,
  insertBuyer,
  orderBody,
  ownerOf,
  PASSWORD,
  paidOrder,
  STORE,
  signedIn,
  WEBSITE,
} from '../support/people.ts';
import { acceptQuote, askQuestion, quotesIn, sendQuote } from '../support/quotes.ts';
import { changeRow, rowWith } from '../support/rows.ts';

const AVAILABILITY = '/api/v1/desk/availability';
const DAY = 24 * 60 * 60 * 1000;

let now = new Date('2026-11-23T10:00:00Z');
let app: InProcessApp;
let owner: Person;
let asha: Person;
/** The time is this now. Sessions do not last until then. */
async function travelTo(instant: string) {
  now = new Date(instant);
  owner = await ownerOf(app);
  asha = (await insertBuyer(app)).person;
}
beforeAll(async () => {
  app = await startInProcessApp(() => now);
  await travelTo('2026-11-23T10:00:00Z');
});
afterAll(() => app.close());

const advance = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const saved = async (values: object) => {
  const { body } = await owner.get(AVAILABILITY);
  const answer = await owner.put(AVAILABILITY, { ...body.availability, ...values });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const change = (id: string, fields: Partial<GigDocument>) =>
  app.write((tx) => changeGig(tx, id, () => fields));
const db = () => app.server.services.store.db;
const place = async () => asha.post('/api/v1/gig/order/place', await orderBody(asha));
const gig = async (id = WEBSITE) => (await asha.get(`/api/v1/gig/get/${id}`)).body.gig;
/** What the pages of a published content show now. */
const pages = async (published: Awaited<ReturnType<typeof readCatalog>>) =>
  createCatalogReader(await withToday(db(), published), now);

test('without a set-up nothing depends on the date, and no page is rendered because of it', async () => {
  expect(await gig()).not.toHaveProperty('pausedUntil');
  const before = await readChangeCounts(db());
  await countNewDay(app.server.services);
  advance(DAY);
  await countNewDay(app.server.services);
  expect(await readChangeCounts(db())).toEqual(before);
});

test('a paused gig takes no orders until its day of return, and the others do', async () => {
  await change(WEBSITE, { pausedUntil: '2026-12-07' });
  expect((await gig()).pausedUntil).toBe('2026-12-07');
  const refused = await place();
  expect(refused.status).toBe(409);
  const whyNot = 'Takes no orders until 7 Dec 2026.';
  expect(refused.body.message).toBe(whyNot);
  expect(
    (await owner.get(`/api/v1/gig/availability/${WEBSITE}`)).body,
    'without a calendar',
  ).toEqual({
    ...{ success: true, plans: [], noDates: whyNot },
  });
  expect(await gig(STORE)).not.toHaveProperty('pausedUntil');
  const reader = createCatalogReader(await readCatalog(db()), now);
  expect(reader.offers().find(({ id }) => id === WEBSITE)).toMatchObject({
    unavailable: whyNot,
  });
  expect(reader.featuredGigs().map(({ slug }) => slug)).not.toContain('business-website');
});

test('the pause ends by itself when the day begins in the seller’s time zone', async () => {
  await travelTo('2026-12-06T18:29:00Z');
  expect((await place()).status).toBe(409);
  await countNewDay(app.server.services);
  const before = await readChangeCounts(db());
  advance(2 * 60_000);
  expect((await place()).status).toBe(201);
  expect(await gig()).not.toHaveProperty('pausedUntil');
  await countNewDay(app.server.services);
  await countNewDay(app.server.services);
  const after = await readChangeCounts(db());
  expect(after).toEqual({ ...before, reviews: before.reviews + 1 });
  await change(WEBSITE, { pausedUntil: '' });
});

test('a paused shop takes no orders, goes on with open ones, and shows it without publishing edits', async () => {
  const published = await readCatalog(db());
  const orderId = await paidOrder(app, asha);
  const before = await readChangeCounts(db());
  await change(STORE, { title: 'A shop that is not published yet' });
  await saved({ pausedUntil: '2026-12-20' });
  expect((await readChangeCounts(db())).reviews).toBe(before.reviews + 1);
  expect((await place()).status).toBe(409);
  const { body } = await asha.get('/api/v1/gig/get');
  expect(new Set(body.gigs.map((each: { pausedUntil: string }) => each.pausedUntil))).toEqual(
    new Set(['2026-12-20']),
  );
  const shown = await pages(published);
  expect(shown.item('gigs/online-store')).toMatchObject({
    pausedUntil: '2026-12-20',
    title: published.gigs.find(({ _id }) => _id === STORE)?.title,
  });
  expect(shown.featuredGigs()).toHaveLength(4);
  const accepted = await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  await saved({ pausedUntil: '' });
  expect((await place()).status).toBe(201);
});

const availability = (id = WEBSITE) => app.visitor().get(`/api/v1/gig/availability/${id}`);
const basic = async () => (await availability()).body.plans[0];
const pay = (orderId: string) => app.sandbox.pay(orderId, { method: 'card', outcome: 'captured' });
const verify = (who: Person, result: object) => who.post('/api/v1/gig/order/verify', result);
const placeAs = async (who: Person, more: object = {}) =>
  who.post('/api/v1/gig/order/place', await orderBody(who, { ...more }));
const orderOf = async (who: Person) =>
  (await who.get('/api/v1/gig/order/user-orders')).body.orders[0];
const rowOf = (id: string) =>
  db().selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const endAll = () =>
  app.write((tx) =>
    tx.updateTable('orders').set({ status: 'Completed', held_until: null }).execute(),
  );

test('with a calendar, page, call, checkout, agreement and order name the same dates', async () => {
  await endAll();
  await travelTo('2026-12-11T10:00:00Z');
  expect((await availability()).body.plans).toEqual([]);
  await saved({ capacity: 1, workingDays: [1, 2, 3, 4, 5] });
  const first = await basic();
  // Friday: the next working day is Monday.
  expect(first).toMatchObject({ planType: 'Basic', startsOn: '2026-12-14' });
  const { body: checkout } = await asha.get(`/api/v1/gig/order/checkout/${crypto.randomUUID()}`);
  expect(checkout.hasCalendar).toBe(true);
  const id = await paidOrder(app, asha, { startsOn: first.startsOn });
  const order = await orderOf(asha);
  expect(order).toMatchObject({ _id: id, startsOn: first.startsOn });
  expect(order.deliveryDate).toBe(`${first.deliverBy}T12:30:00.000Z`);
  const agreement = await rowWith(db(), 'agreements', { order_id: id });
  expect(JSON.parse(agreement.json).dates).toEqual({
    startsOn: first.startsOn,
    deliverBy: first.deliverBy,
  });
  const next = await basic();
  expect(next.startsOn > first.deliverBy).toBe(true);
});

test('time off during a running order is listed and asked about, and is then left out', async () => {
  const { body } = await owner.get(AVAILABILITY);
  const [running] = body.running;
  const timeOff = [{ from: running.startsOn, to: running.deliverBy }];
  const refused = await owner.put(AVAILABILITY, { ...body.availability, timeOff });
  expect([refused.status, refused.body.field]).toEqual([409, 'timeOff']);
  await saved({ timeOff, confirmed: true });
  expect((await basic()).startsOn > running.deliverBy).toBe(true);
  await saved({ timeOff: [] });
});

/** What a buyer reads whose dates were gone when the payment arrived. */
const readsMoved = (dates: { startsOn: string; deliverBy: string }) =>
  `${PAYMENT_SUCCESSFUL} ${datesMovedMessage(dates)}`;

test('unpaid checkouts take no place: however many there are, everybody reads and gets the first date', async () => {
  await endAll();
  const shown = await basic();
  for (let at = 0; at < 6; at += 1) {
    const stranger = (await insertBuyer(app)).person;
    const cart = await orderBody(stranger, { startsOn: shown.startsOn });
    for (let again = 0; again < 3; again += 1) {
      const placed = await stranger.post('/api/v1/gig/order/place', cart);
      expect(placed.status, JSON.stringify(placed.body)).toBe(201);
      advance(60_000);
    }
  }
  expect(await basic()).toEqual(shown);
  const held = db().selectFrom('orders').select('id').where('held_until', 'is not', null);
  expect(await held.execute()).toEqual([]);
  const id = await paidOrder(app, asha, { startsOn: shown.startsOn });
  expect(await rowOf(id)).toMatchObject({ starts_on: shown.startsOn, free_until: null });
});

test('who pays first has the day, and who pays later gets the next one, reads so in the answer and by mail, and may cancel for everything', async () => {
  await endAll();
  const { person: bela } = await insertBuyer(app);
  const shown = await basic();
  const late = await placeAs(asha, { startsOn: shown.startsOn });
  const fast = await placeAs(bela, { startsOn: shown.startsOn });
  const first = await verify(bela, pay(fast.body.orderId));
  expect(first.body).toMatchObject({
    message: PAYMENT_SUCCESSFUL,
    order: { startsOn: shown.startsOn },
  });
  expect(first.body.order).not.toHaveProperty('movedDates');
  const { startsOn, deliverBy } = await basic();
  expect(startsOn > shown.deliverBy).toBe(true);
  const answer = await verify(asha, pay(late.body.orderId));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const next = { startsOn, deliverBy };
  expect(answer.body.message).toBe(readsMoved(next));
  expect(answer.body.order).toMatchObject({ startsOn, movedDates: next });
  expect(app.subjects.at(-1)).toMatch(/New dates/);
  const id = answer.body.order._id;
  await owner.post(`/api/v1/desk/orders/${id}/accept`, {});
  const { paid, free_until } = await rowOf(id);
  expect(free_until).toBe(`${new Date(Date.parse(`${startsOn}T00:00:00+05:30`)).toISOString()}`);
  const cancelled = await asha.post(`/api/v1/gig/order/${id}/cancel`, { refund: paid / 100 });
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
});

test('a second buyer reads the next date before paying, once the first one has paid', async () => {
  await endAll();
  const { person: bela } = await insertBuyer(app);
  const shown = await basic();
  await paidOrder(app, asha, { startsOn: shown.startsOn });
  const refused = await placeAs(bela, { startsOn: shown.startsOn });
  expect([refused.status, refused.body.message]).toEqual([409, datesChangedMessage(await basic())]);
});

test('a body without a date gets the next free one, named in the answer, also when it is placed again', async () => {
  await endAll();
  const { person: bela } = await insertBuyer(app);
  const { startsOn, deliverBy } = await basic();
  const cart = await orderBody(asha);
  const placeCart = async () => (await asha.post('/api/v1/gig/order/place', cart)).body;
  const placed = await placeCart();
  expect(placed.dates).toEqual({ startsOn, deliverBy });
  await paidOrder(app, bela);
  const next = await basic();
  const again = await placeCart();
  expect(again).toMatchObject({
    orderId: placed.orderId,
    dates: { startsOn: next.startsOn, deliverBy: next.deliverBy },
  });
  const paid = await verify(asha, pay(placed.orderId));
  expect(paid.body.message).toBe(readsMoved(again.dates));
  expect((await rowOf(paid.body.order._id)).free_until).not.toBeNull();
});

test('a checkout that is placed again with an earlier date, which is free by now, gets that one', async () => {
  await endAll();
  const { person: bela } = await insertBuyer(app);
  const first = await basic();
  await paidOrder(app, bela);
  const cart = await orderBody(asha, { startsOn: (await basic()).startsOn });
  expect((await asha.post('/api/v1/gig/order/place', cart)).status).toBe(201);
  await endAll();
  const earlier = { ...cart, startsOn: first.startsOn };
  const again = await asha.post('/api/v1/gig/order/place', earlier);
  expect(again.body.dates).toMatchObject({ startsOn: first.startsOn });
});

test('who pays over midnight keeps the day, and who pays the next morning gets the next one', async () => {
  await endAll();
  await travelTo('2026-12-15T18:25:00Z');
  const shown = await basic();
  const [inTime, late] = [await placeAs(asha), await placeAs((await insertBuyer(app)).person)];
  expect(shown.startsOn).toBe('2026-12-16');
  const paying = app.sandbox.pay(inTime.body.orderId, { method: 'upi', outcome: 'created' });
  advance(10 * 60_000);
  app.sandbox.decide(paying.razorpay_payment_id);
  const kept = await verify(asha, paying);
  expect(kept.body).toMatchObject({
    message: PAYMENT_SUCCESSFUL,
    order: { startsOn: shown.startsOn },
  });
  await endAll();
  advance(8 * 60 * 60_000);
  expect(late.status).toBe(201);
  const { order_id: id } = await rowWith(db(), 'instalments', {
    provider_order_id: late.body.orderId,
  });
  const buyer = await signedIn(app, (await rowOf(id)).buyer_id);
  const moved = await verify(buyer, pay(late.body.orderId));
  expect(moved.body.order.startsOn).toBe('2026-12-17');
});

test('who pays again reads of moved dates before paying', async () => {
  await endAll();
  const { person: bela } = await insertBuyer(app);
  const shown = await basic();
  const first = await placeAs(asha, { startsOn: shown.startsOn });
  await verify(bela, pay((await placeAs(bela)).body.orderId));
  const { order_id: orderId } = await rowWith(db(), 'instalments', {
    provider_order_id: first.body.orderId,
  });
  const again = () => asha.post('/api/v1/gig/order/payAgain', { orderId });
  const refused = await again();
  expect([refused.status, refused.body.message]).toEqual([409, datesChangedMessage(await basic())]);
  expect((await again()).status).toBe(200);
  await saved({ capacity: 0 });
  const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  expect((await availability()).body, 'the days count from today').toMatchObject({
    ...{ plans: [], today },
  });
});

test('a quote shows the dates of today, and accepting it holds them for a quarter of an hour', async () => {
  await endAll();
  await saved({ capacity: 1 });
  const { person: bela } = await insertBuyer(app);
  const conversation = await askQuestion(asha, WEBSITE);
  const days = 10;
  const id = await sendQuote(owner, conversation, { deliveryDays: days });
  const quote = async () => (await quotesIn(asha, conversation))[0];
  const accept = async (startsOn: string) => acceptQuote(asha, id, ADDRESS, { startsOn });
  const free = (await basic()).startsOn;
  const first = await quote();
  expect(first.dates).toEqual({ startsOn: free, deliverBy: expect.any(String) });
  expect(first.drawing.sentence).toBe(`If you accept today: ${describeDates(first.dates)}`);
  await paidOrder(app, bela);
  const refused = await accept(free);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('The dates have changed meanwhile'),
  ]);
  const next = await quote();
  expect(next.status).toBe('Sent');
  expect(next.dates.startsOn > first.dates.deliverBy || next.dates.startsOn > free).toBe(true);
  const accepted = await accept(next.dates.startsOn);
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(201);
  expect((await basic()).startsOn > next.dates.deliverBy).toBe(true);
  advance(15 * 60_000 + 1);
  // Answers are cached until something is written.
  await app.write(async () => {});
  expect((await basic()).startsOn <= next.dates.startsOn, 'the hold is over').toBe(true);
  const { order } = accepted.body;
  expect((await asha.post('/api/v1/gig/order/payAgain', { orderId: order })).status).toBe(200);
  expect((await basic()).startsOn > next.dates.deliverBy, 'held again').toBe(true);
  expect(await quote()).not.toHaveProperty('dates');
  const paid = await verify(asha, pay(accepted.body.orderId));
  expect(paid.body.order).toMatchObject({
    startsOn: next.dates.startsOn,
    deliveryDate: `${next.dates.deliverBy}T12:30:00.000Z`,
  });

  const open = await sendQuote(owner, conversation, { deliveryDays: days });
  await saved({ capacity: 0 });
  expect(await quote()).not.toHaveProperty('dates');
  expect((await acceptQuote(asha, open)).status).toBe(201);
});

/** The events of a calendar, read as RFC 5545 says. */
function eventsOf(text: string) {
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\r\n]/);
  }
  expect(text.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true);
  const events: Record<string, string>[] = [];
  for (const line of text.replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]+)?:(.*)$/.exec(line) ?? [];
    if (line === 'BEGIN:VEVENT') events.push({});
    const event = events.at(-1);
    if (event && name)
      event[name] = value.replace(/\\([\\;,nN])/g, (_, c) => (/n/i.test(c) ? '\n' : c));
  }
  return events;
}

test('the owner’s calendar app reads starts, deliveries and time off at a secret address, and nothing of buyers', async () => {
  await endAll();
  await saved({ capacity: 1, timeOff: [{ from: '2027-03-01', to: '2027-03-05' }] });
  const title = 'दुकान, with a "door"; a \\ and 🚪'.repeat(3);
  await change(WEBSITE, { title });
  const { startsOn, deliverBy } = await basic();
  const orderId = await paidOrder(app, asha);
  const FEED = `${AVAILABILITY}/feed`;
  owner = await ownerOf(app);
  const created = await owner.post(FEED, {});
  expect(created.status).toBe(201);
  const path = new URL(created.body.url).pathname;
  const read = (at = path) => app.visitor().get(at);
  const response = await read();
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('Cache-Control')).toContain('private');
  const text: string = response.body;
  const events = eventsOf(text);
  const digits = (day: string) => day.replaceAll('-', '');
  const number = orderId.slice(-6).toUpperCase();
  const ofOrder = events.filter(({ UID }) => UID?.includes(orderId));
  expect(ofOrder).toMatchObject([
    { DTSTART: digits(startsOn), SUMMARY: `Start #${number}: ${title}, Basic` },
    {
      DTSTART: digits(deliverBy),
      DTEND: digits(addDays(deliverBy, 1)),
      SUMMARY: `Deliver #${number}: ${title}, Basic`,
    },
  ]);
  expect(events.at(-1)).toMatchObject({
    ...{ DTSTART: '20270301', DTEND: '20270306', SUMMARY: 'Time off' },
    DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/),
  });
  const order = await rowOf(orderId);
  for (const private_ of [order.buyer_name, order.buyer_email])
    expect(text).not.toContain(private_);
  expect(new Set(events.map(({ UID }) => UID)).size).toBe(events.length);

  const replaced = new URL((await owner.post(FEED, {})).body.url).pathname;
  expect((await read()).status).toBe(404);
  expect(eventsOf((await read(replaced)).body).map(({ UID }) => UID)).toEqual(
    events.map(({ UID }) => UID),
  );
  const stored = await db().selectFrom('settings').select('value').execute();
  expect(JSON.stringify(stored)).not.toContain(/calendar\/([^.]+)/.exec(replaced)?.[1]);
  await owner.delete(FEED);
  expect((await read(replaced)).status).toBe(404);

  const last = new URL((await owner.post(FEED, {})).body.url).pathname;
  const { user } = await insertBuyer(app);
  const { password_hash } = user;
  await app.write((tx) =>
    tx.updateTable('users').set({ password_hash }).where('role', '=', 'owner').execute(),
  );
  const renew = (password: string) =>
    owner.post('/api/v1/user/password', { password, newPassword: 'Another-Ferry-43' });
  expect((await renew('not-this-one')).status).toBe(403);
  expect((await read(last)).status).toBe(200);
  expect((await renew(PASSWORD)).status).toBe(200);
  expect((await read(last)).status, 'somebody may have made it with the old password').toBe(404);
  await saved({ capacity: 0, timeOff: [] });
});

test('with a calendar, pages say what the newest orders show, and before five what the owner has typed', async () => {
  const published = await readCatalog(db());
  const numbers = async () => (await pages(published)).numbers();
  await endAll();
  await travelTo('2027-04-05T06:30:00Z');
  await saved({ capacity: 9 });
  const desk = (id: string, step: string, body: object) =>
    owner.post(`/api/v1/desk/orders/${id}/${step}`, body);
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) ids.push(await paidOrder(app, asha));
  for (const id of ids) await desk(id, 'accept', {});
  const [late = '', ...others] = ids;
  for (const id of others) {
    const delivered = await desk(id, 'deliver', { message: 'Here it is.' });
    expect(delivered.status, JSON.stringify(delivered.body)).toBe(200);
  }
  await countNewDay(app.server.services);
  expect(await numbers()).toBeNull();

  const due = (await rowOf(late)).delivery_date ?? '';
  now = new Date(Date.parse(due) + DAY);
  await countNewDay(app.server.services);
  expect(await numbers(), 'one is late').toEqual({
    ...{ replyHours: null, lastDelivery: '2027-04-05', onTime: { orders: 4, of: 5 } },
  });
  await changeRow(app, 'orders', late, { is_test: 0 });
  advance(DAY);
  await countNewDay(app.server.services);
  expect(await numbers(), 'an order of other keys counts in no number').toBeNull();
  await changeRow(app, 'orders', late, { is_test: 1 });
  advance(DAY);
  await countNewDay(app.server.services);
  expect(await numbers()).not.toBeNull();
  await travelTo(now.toISOString());
  await saved({ capacity: 0 });
  expect(await numbers()).toBeNull();
});

test('once something real is paid, a test order takes no place in the calendar', async () => {
  await endAll();
  await travelTo('2027-07-05T06:30:00Z');
  await saved({ capacity: 1, timeOff: [] });
  const mark = (id: string, values: { is_test: 0 | 1; status?: 'Completed' }) =>
    app.write((tx) => tx.updateTable('orders').set(values).where('id', '=', id).execute());
  const running = async () => (await owner.get(AVAILABILITY)).body.running.length;
  const real = await paidOrder(app, asha);
  await mark(real, { is_test: 1, status: 'Completed' });
  const free = (await basic()).startsOn;
  const id = await paidOrder(app, asha);
  expect([await running(), (await basic()).startsOn > free], 'while trying').toEqual([1, true]);
  await mark(real, { is_test: 0 });
  expect([await running(), (await basic()).startsOn], 'beside a real one').toEqual([0, free]);
  await mark(id, { is_test: 0 });
  expect([await running(), (await basic()).startsOn > free], 'as a real one').toEqual([1, true]);
});
