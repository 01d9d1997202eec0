import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../http.ts';
import { ASHA, cart } from '../people.ts';
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

const TWELVE = Array.from({ length: 12 });
const atBoth = <T>(ask: (person: Person) => Promise<T>): Promise<T[]> =>
  Promise.all(TWELVE.flatMap(() => doors.map(ask)));

function rows<T>(sql: string): T[] {
  const db = new Database(join(dataDir, 'shop.db'), { readonly: true });
  const found = db.prepare(sql).all() as T[];
  db.close();
  return found;
}

test('24 connections at two shops place, pay and pay the rest: one order, two payments, two receipts in a row', async () => {
  const [asha] = doors as [Person];
  const order = await cart(asha, { paymentType: 'Milestone' });
  const at = '/api/v1/gig/order';
  const placed = await atBoth((person) => person.post(`${at}/place`, order));
  expect(new Set(placed.map((each) => `${each.status} ${each.body.orderId}`)).size).toBe(1);

  const { body: first } = await payAtGateway(asha, placed[0]?.body);
  const verified = await atBoth((person) => person.post(`${at}/verify`, first));
  expect(new Set(verified.map((each) => each.status))).toEqual(new Set([200]));
  const orderId: string = verified[0]?.body.order._id;

  const rest = await atBoth((person) => person.post(`${at}/payRemainingAmount`, { orderId }));
  expect(new Set(rest.map((each) => `${each.status} ${each.body.orderId}`)).size).toBe(1);
  const { body: second } = await payAtGateway(asha, rest[0]?.body);
  const whole = await atBoth((person) =>
    person.post(`${at}/verifyRemainingPayment`, { orderId, ...second }),
  );
  expect(new Set(whole.map((each) => each.status))).toEqual(new Set([200]));
  const nothing = await atBoth((person) => person.post(`${at}/payRemainingAmount`, { orderId }));
  expect(new Set(nothing.map((each) => each.status))).toEqual(new Set([409]));

  expect(rows('SELECT paid - total AS due, refunded FROM orders')).toEqual([
    { due: 0, refunded: 0 },
  ]);
  expect(rows('SELECT standing FROM payments')).toEqual([
    { standing: 'settled' },
    { standing: 'settled' },
  ]);
  expect(rows('SELECT serial FROM receipts ORDER BY serial')).toEqual([
    { serial: 1 },
    { serial: 2 },
  ]);
  expect(
    rows<{ kind: string }>('SELECT kind FROM order_events ORDER BY id').map((each) => each.kind),
  ).toEqual(['placed', 'payment received', 'payment received']);
  expect(await Promise.all(shops.map(stopped))).toEqual([0, 0]);
});
