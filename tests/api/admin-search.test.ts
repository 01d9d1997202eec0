import { afterAll, beforeAll, expect, test } from 'vitest';
import type { User } from '../../db/schema.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, insertOrders, ownerOf } from '../support/people.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const ORDERS = '/api/v1/desk/orders';
const CLIENTS = '/api/v1/desk/clients';
const FIND = '/api/v1/desk/find';
const MANY = 340;

let app: TestApp;
let owner: Person;
let farida: User;
let ids: string[];
beforeAll(async () => {
  app = await startTestApp();
  owner = await ownerOf(app);
  const [one, other] = [
    await insertBuyer(app, { name: 'Farida 100% Cotton' }),
    await insertBuyer(app, { name: 'Gopal Under_score' }),
  ];
  farida = one.user;
  ids = await insertOrders(app, [one.user, other.user], MANY);
});
afterAll(() => app.close());

interface Line {
  _id: string;
  orderStatus: string;
  deliveryDate: string;
  createdAt: string;
}

/** Loads all pages, one after the other. */
async function walk(query: string): Promise<{ lines: Line[]; pages: number }> {
  const lines: Line[] = [];
  let after = '';
  let pages = 0;
  do {
    const { body } = await owner.get(`${ORDERS}?${query}&after=${encodeURIComponent(after)}`);
    lines.push(...body.orders);
    after = body.next ?? '';
    pages += 1;
  } while (after && pages < 50);
  return { lines, pages };
}

test('pages through several hundred orders once each, the newest first', async () => {
  const { lines, pages } = await walk('');
  expect(pages).toBe(7);
  expect(lines.map((each) => each._id)).toEqual([...ids].sort().reverse());
});

test('each order is in one list, page by page, and what waits for the owner in "mine", too', async () => {
  const { body } = await owner.get(ORDERS);
  const each = MANY / 4;
  for (const [show, status] of [
    ['new', 'In Progress'],
    ['work', 'Accepted'],
    ['client', 'Delivered'],
    ['done', 'Completed'],
  ] as const) {
    const { lines, pages } = await walk(`show=${show}`);
    expect(pages, show).toBe(2);
    expect(new Set(lines.map(({ _id }) => _id)).size, show).toBe(each);
    expect(new Set(lines.map((line) => line.orderStatus))).toEqual(new Set([status]));
  }
  const mine = await walk('show=mine');
  expect(mine.lines).toHaveLength(body.mine);
  expect(body.mine).toBe((await owner.get('/api/v1/desk/waiting')).body.counts.orders);
  const faridas = await walk('find=farida');
  expect(faridas.lines).toHaveLength(MANY / 2);
  for (const [query, count] of [
    ['', MANY],
    ['find=farida', MANY / 2],
    ['show=client', each],
    ['find=farida&show=client', MANY / 2],
  ] as const) {
    expect((await owner.get(`${ORDERS}?${query}`)).body.count, query).toBe(count);
  }
  // The last order of the queue is found, too.
  const last = (await walk('')).lines.at(-1)?._id ?? '';
  const found = await walk(`find=%23${last.slice(-6).toUpperCase()}`);
  expect(found.lines.map((line) => line._id)).toContain(last);
});

test('matches wildcards literally and searches only the documented fields', async () => {
  const count = async (words: string) =>
    (await walk(`find=${encodeURIComponent(words)}`)).lines.length;
  expect(await count('100% c')).toBe(MANY / 2);
  expect(await count('r_s')).toBe(MANY / 2);
  for (const words of ['%%', '_a_i_a', '100_', '\\', "'; drop table orders; --"]) {
    expect(await count(words), words).toBe(0);
  }
  expect(await count('a "quoted"')).toBe(1);
  for (const words of ['gigId', 'pearls', 'features', 'thumbnailImage', 'Basic']) {
    expect(await count(words), words).toBe(0);
  }
  for (const after of ['x', '0~~', '2~a~b~c', '~'.repeat(300), '%00']) {
    const { status, body } = await owner.get(`${ORDERS}?after=${encodeURIComponent(after)}`);
    expect([status, body.orders.length], after).toEqual([200, 50]);
  }
});

test('finds orders, buyers, gigs and projects by a few letters', async () => {
  const find = async (words: string) =>
    (await owner.get(`${FIND}?words=${encodeURIComponent(words)}`)).body;
  const id = ids[5] ?? '';
  const known = (list: { _id: string }[]) => list.map((each) => each._id);
  for (const words of [id.slice(-6), `#${id.slice(-6).toUpperCase()}`, id]) {
    expect(known((await find(words)).orders), words).toContain(id);
  }
  const faridas = await find('FARIDA');
  expect(faridas.orders).toHaveLength(6);
  expect(faridas.clients).toMatchObject([
    { _id: farida.id, name: farida.name, email: farida.email, orders: MANY / 2 },
  ]);
  expect(ids).toContain(faridas.clients[0].latestOrder);
  const { gigs } = (await owner.get('/api/v1/desk/gigs')).body;
  const { projects } = (await owner.get('/api/v1/desk/projects')).body;
  expect(known((await find(gigs[0].title.slice(2, 12))).gigs)).toContain(gigs[0]._id);
  expect(known((await find(projects[0].title.slice(0, 8))).projects)).toContain(projects[0]._id);
  const nobody = await find('nobody of this name');
  expect(Object.values(nobody).filter((each) => Array.isArray(each) && each.length > 0)).toEqual(
    [],
  );
  expect((await find('x'.repeat(5_000))).success).toBe(true);
  expect(known((await find('%')).clients)).toEqual([farida.id]);
  const recent = await find('');
  expect(recent.orders).toHaveLength(4);
  expect(recent.orders[0]._id).toBe(ids.at(-1));
  expect(recent.clients).toEqual([]);
});

test('several hundred clients are paged through once each', async () => {
  const buyers: User[] = [];
  for (let at = 0; at < 120; at += 1)
    buyers.push((await insertBuyer(app, { name: `Paged ${at}` })).user);
  await insertOrders(app, buyers, 240);
  const seen: string[] = [];
  let after = '';
  do {
    const { body } = await owner.get(`${CLIENTS}?find=paged&after=${encodeURIComponent(after)}`);
    seen.push(...body.clients.map(({ _id }: { _id: string }) => _id));
    after = body.next ?? '';
  } while (after && seen.length < 1_000);
  expect(seen.toSorted()).toEqual(buyers.map(({ id }) => id).toSorted());
  for (const wrong of ['x', 'a~client', '~'.repeat(300), '%00'])
    expect((await owner.get(`${CLIENTS}?after=${encodeURIComponent(wrong)}`)).status).toBe(200);
});

test('the file of orders has all that the filter finds, however many pages they fill', async () => {
  const { user: many } = await insertBuyer(app, { name: 'Many Orders' });
  const added = await insertOrders(app, [many], 1_000);
  const { body } = await owner.get(`${ORDERS}/orders.csv?find=many%20orders`);
  const lines = String(body).trim().split('\r\n').slice(1);
  const numbers = added.toReversed().map((id) => `#${id.slice(-6).toUpperCase()}`);
  expect(lines.map((line) => line.split(',')[1])).toEqual(numbers);
});
