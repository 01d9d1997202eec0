import { expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { orderBody } from '../support/people.ts';
import { payInSandbox, stop } from './app-process.ts';
import { apps, atBoth, clients, rows, shareTwoProcesses } from './two-processes.ts';

shareTwoProcesses();

test('24 connections to two app processes pay two instalments: one order, two payments, two consecutive receipts', async () => {
  const [asha] = clients as [Person];
  const order = await orderBody(asha, { paymentType: 'Milestone' });
  const at = '/api/v1/gig/order';
  const placed = await atBoth(12, (person) => person.post(`${at}/place`, order));
  expect(new Set(placed.map((each) => `${each.status} ${each.body.orderId}`)).size).toBe(1);

  const { body: first } = await payInSandbox(asha, placed[0]?.body);
  const verified = await atBoth(12, (person) => person.post(`${at}/verify`, first));
  expect(new Set(verified.map((each) => each.status))).toEqual(new Set([200]));
  const orderId: string = verified[0]?.body.order._id;

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
  expect(await Promise.all(apps.map(stop))).toEqual([0, 0]);
});
