import { expect, test } from 'vitest';
import { buy } from '../support/payments.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { uploadFile } from '../support/uploads.ts';

shareApp();

/** What both sides see of an order. */
const SHARED = [
  ...['_id', 'createdAt', 'orderStatus', 'deliveryDate', 'OrderItems', 'paymentInfo'],
  ...['usedRevisions', 'maxRevisions', 'isQuoted', 'next', 'parts', 'payments', 'changes'],
  ...[
    'drawing',
    'ledger',
    'documents',
    'agreement',
    'requirements',
    'deliveries',
    'isClosed',
    'timeline',
  ],
  ...['compensation', 'review'],
];
const BUYER = [
  ...SHARED,
  'contact',
  'opensWith',
  'seller',
  'completesAt',
  'cancellation',
  'balance',
  'conversation',
  'trouble',
  'mayDeductTax',
];
const OWNER = [
  ...SHARED,
  ...[
    'moves',
    'buyer',
    'address',
    'revisions',
    'disputes',
    'waiting',
    'uploads',
    'unread',
    'linkUntil',
  ],
  ...['isTest', 'clientId', 'cancelling', 'act', 'lateness', 'steps'],
];

test('buyer and owner get the fields of their side and nothing of the other', async () => {
  const owner = await ownerOf(app);
  const { person: asha } = await insertBuyer(app);
  const { orderId, paymentId } = await buy(app, asha);
  const name = 'not-delivered-yet.zip';
  await uploadFile(owner, orderId, name, 'work');
  const seen = (await asha.get(`/api/v1/gig/order/${orderId}`)).body.order;
  const worked = (await owner.get(`/api/v1/desk/orders/${orderId}`)).body.order;
  expect(Object.keys(seen).sort()).toEqual([...BUYER].sort());
  expect(Object.keys(worked).sort()).toEqual([...OWNER].sort());
  const text = JSON.stringify(seen);
  for (const hidden of [paymentId, name]) expect(text).not.toContain(hidden);
  expect(JSON.stringify(worked)).toContain(name);
});

test('whose turn it is reads the same in the list and on the page, for both sides', async () => {
  const owner = await ownerOf(app);
  const { person: asha } = await insertBuyer(app);
  const { orderId } = await buy(app, asha);
  const turns = async () => {
    const [list, page, queue, work] = await Promise.all([
      asha.get('/api/v1/gig/order/user-orders'),
      asha.get(`/api/v1/gig/order/${orderId}`),
      owner.get('/api/v1/desk/orders'),
      owner.get(`/api/v1/desk/orders/${orderId}`),
    ]);
    const of = (orders: { _id: string }[]) => orders.find(({ _id }) => _id === orderId);
    const all = [of(list.body.orders), page.body.order, of(queue.body.orders), work.body.order];
    const steps = all.map(({ next: { turn, step } }) => `${turn}: ${step}`);
    expect(new Set(steps).size, steps.join()).toBe(1);
    return steps[0];
  };
  expect(await turns()).toBe('buyer: sendRequirements');
  const requirements = { text: 'Calm.', links: [] };
  await asha.write('PUT', `/api/v1/gig/order/${orderId}/requirements`, requirements, {});
  expect(await turns()).toBe('owner: start');
  await owner.post(`/api/v1/desk/orders/${orderId}/accept`);
  expect(await turns()).toBe('owner: deliver');
  await owner.post(`/api/v1/desk/orders/${orderId}/deliver`, { message: 'Here it is.' });
  expect(await turns()).toBe('buyer: acceptDelivery');
  const request = { orderId, revisionDescription: 'Larger.' };
  await asha.post('/api/v1/gig/order/revision-request', request);
  expect(await turns()).toBe('owner: answerRevision');
});
