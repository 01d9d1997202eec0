import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, ON_POSTGRES, rowsOf, type TestDatabase } from '../support/database.ts';
import type { Person } from '../support/http-client.ts';
import { ASHA, orderBody, WEBSITE } from '../support/people.ts';
import { createDataFolder } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';
import {
  type AppProcess,
  buyerOf,
  freePort,
  payInSandbox,
  startAppProcess,
  stop,
} from './app-process.ts';

// Two processes on one data folder, as during a restart without downtime.
let database: TestDatabase;
let apps: AppProcess[];
/** Asha's HTTP client for each process. */
let clients: Person[];

let dataDir: string;
beforeAll(async () => {
  dataDir = createDataFolder();
  database = await createTestDatabase(dataDir);
  const { env } = database;
  const ports = [await freePort(), await freePort()];
  apps = await Promise.all(ports.map((port) => startAppProcess(dataDir, port, { env })));
  const [first, second] = apps as [AppProcess, AppProcess];
  const asha = await buyerOf(first, ASHA);
  const other = second.visitor();
  for (const [name, value] of asha.cookies) other.cookies.set(name, value);
  clients = [asha, other];
});
afterAll(async () => {
  await Promise.all(apps.map(stop));
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sends this many simultaneous calls to each process. */
const atBoth = <T>(times: number, ask: (person: Person, at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(
    Array.from({ length: times }, (_, at) => at).flatMap((at) =>
      clients.map((person) => ask(person, at)),
    ),
  );

const rows = <T>(query: string): Promise<T[]> => rowsOf<T>(database, query);

/** The first order, paid. */
let orderId: string;

test('24 connections to two app processes pay two instalments: one order, two payments, two consecutive receipts', async () => {
  const [asha] = clients as [Person];
  const order = await orderBody(asha, { paymentType: 'Milestone' });
  const at = '/api/v1/gig/order';
  const placed = await atBoth(12, (person) => person.post(`${at}/place`, order));
  expect(new Set(placed.map((each) => `${each.status} ${each.body.orderId}`)).size).toBe(1);

  const { body: first } = await payInSandbox(asha, placed[0]?.body);
  const verified = await atBoth(12, (person) => person.post(`${at}/verify`, first));
  expect(new Set(verified.map((each) => each.status))).toEqual(new Set([200]));
  orderId = verified[0]?.body.order._id;
  expect(await rows("SELECT id FROM outbox WHERE kind = 'payment received'")).toHaveLength(1);

  const rest = await atBoth(12, (person) => person.post(`${at}/payRemainingAmount`, { orderId }));
  expect(new Set(rest.map((each) => `${each.status} ${each.body.orderId}`)).size).toBe(1);
  const { body: second } = await payInSandbox(asha, rest[0]?.body);
  const whole = await atBoth(12, (person) =>
    person.post(`${at}/verifyRemainingPayment`, { orderId, ...second }),
  );
  expect(new Set(whole.map((each) => each.status))).toEqual(new Set([200]));
  const nothing = await atBoth(12, (person) =>
    person.post(`${at}/payRemainingAmount`, { orderId }),
  );
  expect(new Set(nothing.map((each) => each.status))).toEqual(new Set([409]));

  expect(await rows('SELECT paid - total AS unpaid, refunded FROM orders')).toEqual([
    { unpaid: 0, refunded: 0 },
  ]);
  expect(await rows('SELECT status FROM payments')).toEqual([
    { status: 'settled' },
    { status: 'settled' },
  ]);
  expect(await rows('SELECT serial FROM receipts ORDER BY serial')).toEqual([
    { serial: 1 },
    { serial: 2 },
  ]);
  expect(
    (await rows<{ kind: string }>('SELECT kind FROM order_events ORDER BY id')).map(
      (each) => each.kind,
    ),
  ).toEqual(['placed', 'payment received', 'payment received']);
});

test('of twenty requests for the last revision, ten to each process, one is accepted', async () => {
  await rows(`UPDATE orders SET max_revisions = 1 WHERE id = '${orderId}'`);
  const answers = await atBoth(10, (person, at) =>
    person.post('/api/v1/gig/order/revision-request', {
      orderId,
      revisionDescription: `Change ${at}`,
    }),
  );
  expect(answers.map((each) => each.status).sort()).toEqual([201, ...Array(19).fill(409)]);
  const refused = answers.find((each) => each.status === 409);
  expect(refused?.body.message).toBe('No Revisions Left');
  expect(await rows('SELECT order_id, number FROM revisions')).toEqual([
    { order_id: orderId, number: 1 },
  ]);
  expect(await rows('SELECT used_revisions AS used FROM orders WHERE used_revisions > 0')).toEqual([
    { used: 1 },
  ]);
  expect(await rows("SELECT id FROM notifications WHERE type = 'revision'")).toHaveLength(1);
});

test('of twenty reviews of one order one is new, the others edit it, and both processes show the right mean', async () => {
  const stars = async () => {
    const query = `SELECT half_stars AS half FROM reviews WHERE gig_id = '${WEBSITE}'`;
    return (await rows<{ half: number }>(query)).map((each) => each.half);
  };
  const before = (await stars()).length;
  const answers = await atBoth(10, (person, at) =>
    person.post('/api/v1/gig/review', {
      gigId: WEBSITE,
      orderId,
      rating: (at + 1) / 2,
      comment: `Word ${at}`,
    }),
  );
  expect(answers.map((each) => each.status).sort()).toEqual([...Array(19).fill(200), 201]);
  const all = await stars();
  expect(all).toHaveLength(before + 1);
  const sum = all.reduce((total, half) => total + half, 0);
  expect(
    await rows(
      `SELECT review_count AS count, rating_hundredths AS mean FROM gigs WHERE id = '${WEBSITE}'`,
    ),
  ).toEqual([{ count: all.length, mean: Math.round((sum * 50) / all.length) }]);
  for (const client of clients) {
    await waitFor(async () => {
      const { body } = await client.get(`/api/v1/gig/get/${WEBSITE}`);
      expect(body.gig.numOfReviews).toBe(all.length);
    });
  }
});

test('both processes stop cleanly and leave a sound database', async () => {
  expect(await Promise.all(apps.map(stop))).toEqual([0, 0]);
  if (ON_POSTGRES) return;
  expect(await rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});
