import { expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePeople } from '../support/payment-app.ts';
import { ASHA, idOf, orderBody, paidOrder } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';
import { connectClient } from '../support/socket-client.ts';

sharePeople();

const ask = (person: Person, orderId: string, more: object = {}) =>
  person.post('/api/v1/gig/order/revision-request', {
    orderId,
    revisionDescription: 'The logo is too small.',
    ...more,
  });
const list = (person: Person, orderId: string) =>
  person.get(`/api/v1/gig/order/revision/${orderId}`);
const decide = (person: Person, id: string, status: unknown) =>
  person.write('PATCH', `/api/v1/desk/revisions/${id}`, { status }, {});
const order = async (person: Person, id: string) =>
  (await person.get(`/api/v1/gig/order/${id}`)).body.order;
const change = (id: string, to: object) =>
  app.write((tx) => tx.updateTable('orders').set(to).where('id', '=', id).execute());

test('uses one revision per request and returns every field of it', async () => {
  const id = await paidOrder(app, asha);
  const { maxRevisions } = await order(asha, id);
  const before = Date.now();
  const asked = await ask(asha, id, {
    buyerId: 'x',
    requestedAt: '1999-01-01',
    status: 'Approved',
  });
  expect(asked).toMatchObject({
    status: 201,
    body: { success: true, message: 'Revision requested successfully.' },
  });
  const [revision] = (await list(asha, id)).body.data;
  expect(asked.body.data).toEqual([revision]);
  expect(revision).toMatchObject({
    orderId: { _id: id, OrderItems: [{ selectedPlan: { planType: 'Basic' } }] },
    buyerId: { _id: await idOf(asha), email: ASHA.email },
    revisionDescription: 'The logo is too small.',
    completedAt: null,
    status: 'Pending',
    revisionsLeft: maxRevisions - 1,
  });
  expect(Date.parse(revision.requestedAt)).toBeGreaterThanOrEqual(before);
  expect((await order(asha, id)).usedRevisions).toBe(1);
});

test('refuses unreadable requests without using a revision and stores HTML as text', async () => {
  const id = await paidOrder(app, asha);
  for (const revisionDescription of ['', '  \n ', null, 7, {}, 'x'.repeat(4_001)]) {
    expect((await ask(asha, id, { revisionDescription })).status).toBe(400);
  }
  expect((await ask(asha, id, { revisionDescription: 'x'.repeat(100_000) })).status).toBe(413);
  expect((await order(asha, id)).usedRevisions).toBe(0);
  const html = '<img src=x onerror=alert(1)> & "more"';
  expect((await ask(asha, id, { revisionDescription: html })).status).toBe(201);
  expect((await list(asha, id)).body.data[0].revisionDescription).toBe(html);
});

test('does not use a revision when the request cannot be stored', async () => {
  const id = await paidOrder(app, asha);
  await change(id, { max_revisions: 1 });
  const { db } = app.server.services.store;
  await db
    .insertInto('revisions')
    .values({
      id: 'in-the-way',
      order_id: id,
      number: 1,
      description: '',
      status: 'Pending',
      requested_at: '',
      decided_at: null,
      completed_at: null,
    })
    .execute();
  expect((await ask(asha, id)).status).toBe(500);
  app.logs.length = 0;
  expect((await order(asha, id)).usedRevisions).toBe(0);
  await db.deleteFrom('revisions').where('id', '=', 'in-the-way').execute();
});

test('uses one revision for a request repeated after a lost response', async () => {
  const id = await paidOrder(app, asha);
  await change(id, { max_revisions: 9 });
  const requestId = crypto.randomUUID();
  const first = await ask(asha, id, { requestId });
  const again = await ask(asha, id, { requestId });
  expect(again).toMatchObject({ status: 201, body: first.body });
  const other = { requestId: crypto.randomUUID() };
  const many = await Promise.all(Array.from({ length: 20 }, () => ask(asha, id, other)));
  expect(new Set(many.map((each) => each.status))).toEqual(new Set([201]));
  expect((await order(asha, id)).usedRevisions).toBe(2);
  const changed = await ask(asha, id, { requestId, revisionDescription: 'Something else.' });
  expect(changed).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('already') },
  });
  expect((await ask(asha, await paidOrder(app, asha), { requestId })).status).toBe(409);
  expect((await ask(bela, id, { requestId })).status).toBe(404);
  expect((await ask(asha, id, { requestId: 'mine' })).status).toBe(400);
  const notifications = await app.server.services.store.db
    .selectFrom('notifications')
    .selectAll()
    .where('order_id', '=', id)
    .where('user_id', '=', await idOf(owner))
    .where('type', '=', 'revision')
    .execute();
  expect(notifications).toHaveLength(2);
});

test('accepts requests only for the buyer’s own open, paid order', async () => {
  const id = await paidOrder(app, asha);
  const foreign = await ask(bela, id);
  expect(foreign).toMatchObject({ status: 404, body: (await ask(bela, 'none')).body });
  expect(await list(bela, id)).toMatchObject({ status: 404 });
  expect((await ask(app.visitor(), id)).status).toBe(401);
  for (const status of ['Rejected', 'Completed'] as const) {
    await change(id, { status });
    expect(await ask(asha, id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(status.toLowerCase()) },
    });
  }
  for (const status of ['In Progress', 'Accepted', 'Delivered'] as const) {
    await change(id, { status, max_revisions: 9 });
    expect((await ask(asha, id)).status, status).toBe(201);
  }
  await asha.post('/api/v1/gig/order/place', await orderBody(asha));
  const unpaid = await rowWith(app, 'orders', { paid: 0 });
  expect(await ask(asha, unpaid.id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('paid') },
  });
});

test('notifies the owner of a request and the buyer of the decision', async () => {
  const id = await paidOrder(app, asha);
  const [ownerClient, buyerClient] = [
    await connectClient(app, owner),
    await connectClient(app, asha),
  ];
  await ask(asha, id);
  await ownerClient.waitFor('newNotification', (each) =>
    /requests revision 1 of/.test(each.message),
  );
  expect(
    ownerClient.bodiesOf('updateRevisionStatusNotification'),
    'only the buyer gets the decision',
  ).toEqual([]);
  await app.mail.email(app.server.config.ownerEmail, /Revision requested/);
  const [{ _id }] = (await list(asha, id)).body.data;
  await change(id, { status: 'Delivered' });
  expect((await decide(asha, _id, 'Approved')).status).toBe(403);
  expect((await decide(owner, _id, 'Completed')).status).toBe(409);
  expect((await decide(owner, _id, 'Pending')).status).toBe(400);
  expect((await decide(owner, 'none', 'Approved')).status).toBe(404);
  expect(await decide(owner, _id, 'Approved')).toMatchObject({
    status: 200,
    body: { data: { status: 'Approved' } },
  });
  expect((await order(asha, id)).orderStatus).toBe('Accepted');
  await buyerClient.waitFor('updateRevisionStatusNotification', (each) =>
    /approved/.test(each.message),
  );
  expect(
    buyerClient.bodiesOf('updateOrderStatusNotification'),
    'one notification per event',
  ).toEqual([]);
  await app.mail.email(ASHA.email, /^Revision approved/);
  expect((await decide(owner, _id, 'Rejected')).status).toBe(409);
  await decide(owner, _id, 'Completed');
  const [done] = (await list(asha, id)).body.data;
  expect(done).toMatchObject({ status: 'Completed', completedAt: expect.any(String) });
  for (const each of [ownerClient, buyerClient]) each.socket.close();
});

test('decides a request once under twenty simultaneous decisions', async () => {
  const id = await paidOrder(app, asha);
  await ask(asha, id);
  const [{ _id }] = (await list(asha, id)).body.data;
  const statuses = ['Approved', 'Rejected'];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => decide(owner, _id, statuses[at % 2])),
  );
  expect(answers.filter((each) => each.status === 200)).toHaveLength(1);
  const rows = await app.server.services.store.db
    .selectFrom('notifications')
    .selectAll()
    .where('order_id', '=', id)
    .where('user_id', '=', await idOf(asha))
    .where('type', '=', 'revision')
    .execute();
  expect(rows).toHaveLength(1);
});

test('does not return the revision of a rejected request', async () => {
  const id = await paidOrder(app, asha);
  await ask(asha, id);
  const [{ _id }] = (await list(asha, id)).body.data;
  await decide(owner, _id, 'Rejected');
  expect(await order(asha, id)).toMatchObject({ usedRevisions: 1, orderStatus: 'In Progress' });
});

test('refuses to approve a revision of a closed order but lets the request be rejected', async () => {
  for (const status of ['Completed', 'Rejected'] as const) {
    const id = await paidOrder(app, asha);
    await ask(asha, id);
    const [{ _id }] = (await list(asha, id)).body.data;
    await change(id, { status });
    expect(await decide(owner, _id, 'Approved'), status).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(status.toLowerCase()) },
    });
    expect((await list(asha, id)).body.data[0].status, 'unchanged').toBe('Pending');
    expect((await decide(owner, _id, 'Rejected')).status).toBe(200);
    expect((await order(asha, id)).orderStatus).toBe(status);
  }
});
