import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../http.ts';
import { ADDRESS, ASHA, cart } from '../people.ts';
import { freshDataDir } from '../world.ts';
import {
  buyerOf,
  freePort,
  payAtGateway,
  type ShopProcess,
  startShop,
  stopped,
} from './shop-process.ts';

let dataDir: string;
let shops: ShopProcess[];
let doors: Person[];

// One folder, two shops: a restart without a pause looks like this for a moment.
beforeAll(async () => {
  dataDir = freshDataDir();
  const ports = [await freePort(), await freePort()];
  shops = await Promise.all(ports.map((port) => startShop(dataDir, port)));
  const [first, second] = shops as [ShopProcess, ShopProcess];
  const asha = await buyerOf(first, ASHA);
  const other = second.visitor();
  for (const [name, value] of asha.cookies) other.cookies.set(name, value);
  doors = [asha, other];
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const TEN = Array.from({ length: 10 });
const atBoth = <T>(ask: (person: Person) => Promise<T>): Promise<T[]> =>
  Promise.all(TEN.flatMap(() => doors.map(ask)));

function rows<T>(file: string, sql: string): T[] {
  const db = new Database(join(dataDir, file), { readonly: true });
  const found = db.prepare(sql).all() as T[];
  db.close();
  return found;
}

test('two shops on one folder place one order, take one payment and close in peace', async () => {
  const [asha] = doors as [Person];
  const order = await cart(asha, { addressInfo: { ...ADDRESS, email: ASHA.email } });
  const placed = await atBoth((person) => person.post('/api/v1/gig/order/place', order));
  expect(placed.map((each) => `${each.status} ${each.body.orderId}`)).toEqual(
    placed.map(() => `201 ${placed[0]?.body.orderId}`),
  );
  expect(rows('shop.db', 'SELECT id FROM orders')).toHaveLength(1);
  expect(rows('shop.db', 'SELECT id FROM instalments')).toHaveLength(1);

  const { status, body: result } = await payAtGateway(asha, placed[0]?.body);
  expect(status).toBe(200);
  const verified = await atBoth((person) => person.post('/api/v1/gig/order/verify', result));
  expect(verified.map((each) => each.status)).toEqual(verified.map(() => 200));
  expect(new Set(verified.map((each) => each.body.order._id)).size).toBe(1);
  expect(rows('shop.db', 'SELECT standing FROM payments')).toEqual([{ standing: 'settled' }]);
  expect(rows('shop.db', "SELECT id FROM outbox WHERE kind = 'payment received'")).toHaveLength(1);
  expect(rows('shop.db', 'SELECT paid - total AS due FROM orders')).toEqual([{ due: 0 }]);

  const milestone = await cart(asha, { paymentType: 'Milestone' });
  const half = await asha.post('/api/v1/gig/order/place', milestone);
  const first = await asha.post(
    '/api/v1/gig/order/verify',
    (await payAtGateway(asha, half.body)).body,
  );
  const orderId: string = first.body.order._id;
  const rest = await atBoth((person) =>
    person.post('/api/v1/gig/order/payRemainingAmount', { orderId }),
  );
  expect(new Set(rest.map((each) => `${each.status} ${each.body.orderId}`)).size).toBe(1);
  expect(rest[0]?.status).toBe(200);

  expect(await Promise.all(shops.map(stopped))).toEqual([0, 0]);
  const db = new Database(join(dataDir, 'shop.db'));
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
});
