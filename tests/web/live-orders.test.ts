import { expect, test } from 'vitest';
import { waitFor } from '../support/wait-for.ts';
import { asha, orderId, owner, proxy, startLiveTab, tab } from './live-tab.ts';
import { toasts } from './open-tab.ts';

startLiveTab();

test('the orders list follows the owner’s changes and reports a failed load', async () => {
  await tab.online();
  await tab.orders.loadOrders();
  const { $list, filter, clear } = tab.orders.orderList;
  const rows = (found: object[]) => ({ state: 'loaded', value: { rows: found } });
  expect($list.get()).toMatchObject(rows([{ _id: orderId, orderStatus: 'In Progress' }]));
  filter({ find: 'no such title' });
  expect($list.get()).toMatchObject(rows([]));
  clear();
  const accepted = await owner.post(`/api/v1/desk/orders/${orderId}/accept`);
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  await waitFor(() => expect($list.get()).toMatchObject(rows([{ orderStatus: 'Accepted' }])));
  proxy.disconnect();
  await tab.orders.loadOrders();
  expect(tab.orders.$orders.get()).toMatchObject({ state: 'failed' });
  expect(toasts).toContain('Error fetching gigs');
});

test('an open order shows its revision and follows the decision, also one missed while offline', async () => {
  await tab.online();
  await tab.orders.loadOrder(orderId);
  const shown = () => {
    const open = tab.orders.$order.get();
    return open.state === 'loaded' ? open.value.timeline.map((each) => each.text) : [];
  };
  const ask = { orderId, revisionDescription: 'Larger' };
  await asha.post('/api/v1/gig/order/revision-request', ask);
  const { body } = await asha.get(`/api/v1/gig/order/revision/${orderId}`);
  const decide = (status: string) =>
    owner.write('PATCH', `/api/v1/desk/revisions/${body.data[0]._id}`, { status }, {});
  await waitFor(() => expect(shown().at(-1)).toMatch(/^Revision 1 of \d requested$/));
  const before = shown().length;
  expect((await decide('Approved')).status).toBe(200);
  await waitFor(() => expect(shown().length).toBeGreaterThan(before));
  const seen = shown().length;
  proxy.disconnect();
  await tab.disconnected();
  expect((await decide('Completed')).status).toBe(200);
  proxy.reconnect();
  await waitFor(() => expect(shown().length).toBeGreaterThan(seen));
});

test('preferences that failed to load say so and load on a retry', async () => {
  const preferences = await import('../../src/features/notifications/Preferences.tsx');
  proxy.disconnect();
  await preferences.$preferences.load();
  expect(preferences.$preferences.get()).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/No connection/),
  });
  proxy.reconnect();
  await preferences.$preferences.load();
  expect(preferences.$preferences.get()).toMatchObject({ state: 'loaded' });
});
