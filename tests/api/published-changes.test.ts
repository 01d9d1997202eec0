import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readChangeCounts } from '../../api/modules/site/publish/change-counters.ts';
import type { Answer, Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, WEBSITE } from '../support/people.ts';
import { seedId } from '../support/seed-id.ts';
import { app, shareApp } from '../support/shared-app.ts';

shareApp();

const DESK = '/api/v1/desk';
const CLINIC = seedId('project:clinic-booking');

let owner: Person;
const changed = vi.fn();
beforeAll(async () => {
  owner = await ownerOf(app);
  vi.spyOn(app.server.services.publisher, 'changed').mockImplementation(changed);
});
beforeEach(() => void changed.mockClear());

const countsOf = () => readChangeCounts(app.server.services.store.db);

/** How often a request that succeeds counts a change and asks for a publish. */
async function publishesAfter(request: () => Promise<Answer>): Promise<number> {
  changed.mockClear();
  const before = await countsOf();
  const { status, body } = await request();
  expect([200, 201], JSON.stringify(body)).toContain(status);
  expect((await countsOf()).changes - before.changes).toBe(changed.mock.calls.length);
  return changed.mock.calls.length;
}

/** How often a request that succeeds changes the reviews on pages; it never asks for a publish. */
async function reviewChangesAfter(request: () => Promise<Answer>): Promise<number> {
  const before = await countsOf();
  expect(await publishesAfter(request)).toBe(0);
  return (await countsOf()).reviews - before.reviews;
}
const gig = async (id = WEBSITE) => (await owner.get(`${DESK}/gigs/${id}`)).body.gig;
const project = async () => (await owner.get(`${DESK}/projects/${CLINIC}`)).body.project;

test('each change of a gig or a project that visitors see asks for a publish', async () => {
  const path = `${DESK}/gigs/${WEBSITE}`;
  expect(await publishesAfter(async () => owner.put(path, await gig()))).toBe(1);
  const hidden = { version: (await gig()).version, status: 'draft' };
  expect(await publishesAfter(() => owner.put(`${path}/status`, hidden))).toBe(1);
  const { version } = await gig();
  expect(await publishesAfter(() => owner.post(`${path}/undo`, { version }))).toBe(1);
  expect(
    await publishesAfter(async () => owner.put(`${DESK}/projects/${CLINIC}`, await project())),
  ).toBe(1);
  for (const kind of ['gigs', 'projects']) {
    const listed: { _id: string }[] = (await owner.get(`${DESK}/${kind}`)).body[kind];
    const ids = listed.map(({ _id }) => _id).reverse();
    expect(await publishesAfter(() => owner.put(`${DESK}/${kind}/order`, { ids })), kind).toBe(1);
  }
});

test('a draft that stays a draft asks for no publish, and one that is shown does', async () => {
  const whole = await gig();
  const made = await owner.post(`${DESK}/gigs`, { ...whole, slug: '' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(changed).not.toHaveBeenCalled();
  const path = `${DESK}/gigs/${made.body.gig._id}`;
  expect(await publishesAfter(() => owner.put(path, { ...made.body.gig, title: 'Later' }))).toBe(0);
  const { version } = await gig(made.body.gig._id);
  expect(
    await publishesAfter(() => owner.put(`${path}/status`, { version, status: 'published' })),
  ).toBe(1);
});

test('a change that is refused asks for no publish', async () => {
  const outdated = { ...(await gig()), version: 1_000 };
  expect((await owner.put(`${DESK}/gigs/${WEBSITE}`, outdated)).status).toBe(409);
  expect((await owner.put(`${DESK}/gigs/order`, { ids: [WEBSITE] })).status).toBe(409);
  expect(changed).not.toHaveBeenCalled();
});

test('the answer to a review, hiding it and showing it again are shown without a publish', async () => {
  const { reviews } = (await owner.get(`${DESK}/reviews`)).body;
  const path = `${DESK}/reviews/${reviews[0]._id}`;
  for (const reply of ['Thank you.', 'Thank you very much.', '']) {
    expect(await reviewChangesAfter(() => owner.put(`${path}/reply`, { reply })), reply).toBe(1);
  }
  const hide = () => owner.put(`${path}/hidden`, { reason: 'Not a client.' });
  expect(await reviewChangesAfter(hide)).toBe(1);
  expect(await reviewChangesAfter(() => owner.delete(`${path}/hidden`))).toBe(1);
});

test('the name and the picture of a reviewer are shown without a publish, those of others nowhere', async () => {
  const { person, user } = await insertBuyer(app);
  const avatar =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const requests = [
    () => person.post('/api/v1/user/name', { name: 'Ada' }),
    () => person.post('/api/v1/user/picture', { avatar }),
    () => person.delete('/api/v1/user/picture'),
  ];
  for (const request of requests) expect(await reviewChangesAfter(request)).toBe(0);
  const { db } = app.server.services.store;
  const sample = await db.selectFrom('reviews').selectAll().executeTakeFirstOrThrow();
  const written = { ...sample, id: crypto.randomUUID(), user_id: user.id, order_id: null };
  await app.write((tx) => tx.insertInto('reviews').values(written).execute());
  for (const request of requests) expect(await reviewChangesAfter(request)).toBe(1);
});
