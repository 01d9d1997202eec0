import { expect, test } from 'vitest';
import { ON_POSTGRES } from '../support/database.ts';
import type { Person } from '../support/http-client.ts';
import { ADDRESS, ASHA, orderBody, WEBSITE } from '../support/people.ts';
import { waitFor } from '../support/wait-for.ts';
import { payInSandbox, stop } from './app-process.ts';
import { apps, atBoth, clients, rows, shareTwoProcesses } from './two-processes.ts';

shareTwoProcesses();

/** The first order, paid. */
let orderId: string;

test('two processes on one data folder create one order and take one payment', async () => {
  const [asha] = clients as [Person];
  const order = await orderBody(asha, { addressInfo: { ...ADDRESS, email: ASHA.email } });
  const placed = await atBoth(10, (person) => person.post('/api/v1/gig/order/place', order));
  expect(placed.map((each) => `${each.status} ${each.body.orderId}`)).toEqual(
    placed.map(() => `201 ${placed[0]?.body.orderId}`),
  );
  expect(await rows('SELECT id FROM orders')).toHaveLength(1);
  expect(await rows('SELECT id FROM instalments')).toHaveLength(1);

  const { status, body: result } = await payInSandbox(asha, placed[0]?.body);
  expect(status).toBe(200);
  const verified = await atBoth(10, (person) => person.post('/api/v1/gig/order/verify', result));
  expect(verified.map((each) => each.status)).toEqual(verified.map(() => 200));
  expect(new Set(verified.map((each) => each.body.order._id)).size).toBe(1);
  orderId = verified[0]?.body.order._id;
  expect(await rows('SELECT status FROM payments')).toEqual([{ status: 'settled' }]);
  expect(await rows("SELECT id FROM outbox WHERE kind = 'payment received'")).toHaveLength(1);
  expect(await rows('SELECT paid - total AS unpaid FROM orders')).toEqual([{ unpaid: 0 }]);

  const milestone = await orderBody(asha, { paymentType: 'Milestone' });
  const begun = await asha.post('/api/v1/gig/order/place', milestone);
  const first = await asha.post(
    '/api/v1/gig/order/verify',
    (await payInSandbox(asha, begun.body)).body,
  );
  const half = { orderId: first.body.order._id };
  const rest = await atBoth(10, (person) =>
    person.post('/api/v1/gig/order/payRemainingAmount', half),
  );
  expect(new Set(rest.map((each) => `${each.status} ${each.body.orderId}`)).size).toBe(1);
  expect(rest[0]?.status).toBe(200);
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
