import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GigDocument } from '../../api/modules/catalog/gigs/schema.ts';
import { createCatalogReader } from '../../api/modules/site/build/catalog-reader.ts';
import { readCatalog, withReviews } from '../../api/modules/site/build/catalog-snapshot.ts';
import { countNewDay, readChangeCounts } from '../../api/modules/site/publish/change-counters.ts';
import { changeGig } from '../support/gigs.ts';
import type { Person } from '../support/http-client.ts';
import { type InProcessApp, startInProcessApp } from '../support/in-process-app.ts';
import { insertBuyer, orderBody, ownerOf, paidOrder, STORE, WEBSITE } from '../support/people.ts';

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
  createCatalogReader(await withReviews(db(), published), now);

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
  expect(refused.body.message).toBe(
    'This gig takes no orders at the moment. It is back on 7 Dec 2026.',
  );
  expect(await gig(STORE)).not.toHaveProperty('pausedUntil');
  const reader = createCatalogReader(await readCatalog(db()), now);
  expect(reader.offers().find(({ id }) => id === WEBSITE)).toMatchObject({
    price: null,
    unavailable: 'Back on 7 Dec 2026',
  });
  expect(reader.featuredGigs().map(({ _id }) => _id)).not.toContain(WEBSITE);
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
  expect(shown.gig(STORE)).toMatchObject({
    pausedUntil: '2026-12-20',
    title: published.gigs.find(({ _id }) => _id === STORE)?.title,
  });
  expect(shown.featuredGigs()).toHaveLength(4);
  const accepted = await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  await saved({ pausedUntil: '' });
  expect((await place()).status).toBe(201);
});
