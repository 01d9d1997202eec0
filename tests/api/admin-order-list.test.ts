import { expect, test } from 'vitest';
import { todayOf } from '../../api/modules/catalog/availability/availability.ts';
import { DAY, iso } from '../../api/platform/clock.ts';
import { dayIn } from '../../api/platform/dates.ts';
import { ADMIN_ORDERS, ADMIN_REVIEWS, ADMIN_TODAY } from '../support/admin-orders.ts';
import { bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import { paidOrder } from '../support/people.ts';
import { changeRow } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';
import { tasksOfKind, tasksOnToday } from '../support/today.ts';

sharePaymentApp();

test('finds orders by order number, name and title in all lists, and says how many wait for the owner', async () => {
  const id = await paidOrder(app, bela);
  const find = async (query: string): Promise<string[]> =>
    (await owner.get(`${ADMIN_ORDERS}?${query}`)).body.orders.map(
      (each: { _id: string }) => each._id,
    );
  for (const reviewInput of [id.slice(-6), `%23${id.slice(-6).toUpperCase()}`, 'asha', 'website']) {
    expect(await find(`find=${reviewInput}`), reviewInput).toContain(id);
  }
  expect(await find('find=%25%25')).toEqual([]);
  expect(await find('find=nobody-of-this-name')).toEqual([]);
  expect(await find('show=new')).toContain(id);
  expect(await find('show=done')).not.toContain(id);
  expect(await find(`show=done&find=${id.slice(-6)}`), 'a search looks at all').toEqual([id]);
  const { mine } = (await owner.get(ADMIN_ORDERS)).body;
  expect(mine).toBe((await find('show=mine')).length);
});

test('computes today’s figures from the stored payments and orders', async () => {
  const { db } = app.server.services.store;
  const { body } = await owner.get(`${ADMIN_TODAY}?days=30`);
  const payments = (await db.selectFrom('payments').selectAll().execute()).filter(
    (each) => each.status === 'settled',
  );
  const byHand = payments.reduce((sum, each) => sum + each.amount - each.refunded, 0) / 100;
  expect(body.revenue).toBe(byHand);
  expect(body.series).toHaveLength(30);
  const last = body.series.at(-1);
  expect(last).toEqual({
    day: todayOf(app.server.services),
    revenue: byHand,
    orders: new Set(payments.map((each) => each.order_id)).size,
  });
  // A quarter past midnight in the shop is still the day before in UTC.
  const night = new Date(Date.parse(`${last.day}T00:15:00+05:30`) - 3 * DAY);
  const { id = '', captured_at = '' } = payments[0] ?? {};
  const move = (at: string) =>
    app.write((tx) =>
      tx.updateTable('payments').set({ captured_at: at }).where('id', '=', id).execute(),
    );
  await move(iso(night));
  const moved = (await owner.get(`${ADMIN_TODAY}?days=30`)).body.series;
  expect(moved.at(-4)).toMatchObject({ day: dayIn(night, 'Asia/Kolkata'), orders: 1 });
  await move(captured_at);
  const orders = await db.selectFrom('orders').selectAll().execute();
  expect(body.checkouts).toEqual({
    begun: orders.length,
    paid: orders.filter((each) => each.paid > 0).length,
  });
  const starts = (await tasksOfKind(owner, 'order')).filter(({ step }) => step === 'start');
  expect(starts).toHaveLength(orders.filter((each) => each.status === 'In Progress').length);
  const late = new Date(Date.now() - DAY).toISOString();
  const open = orders.find((each) => each.status === 'In Progress');
  await changeRow(app, 'orders', open?.id ?? '', { delivery_date: late });
  const [first] = await tasksOnToday(owner);
  expect(first).toMatchObject({ kind: 'order', isLate: true, order: { _id: open?.id } });
});

test('answers the owner 404 about an order or a review that does not exist', async () => {
  const id = crypto.randomUUID();
  const calls: [string, string, unknown][] = [
    ['POST', `${ADMIN_ORDERS}/${id}/accept`, {}],
    ['POST', `${ADMIN_ORDERS}/${id}/reject`, { reason: 'x' }],
    ['POST', `${ADMIN_ORDERS}/${id}/deliver`, { message: 'x' }],
    ['DELETE', `${ADMIN_ORDERS}/${id}/files/${id}`, {}],
    ['PUT', `${ADMIN_REVIEWS}/${id}/reply`, { reply: 'x' }],
    ['PUT', `${ADMIN_REVIEWS}/${id}/hidden`, { reason: 'x' }],
    ['DELETE', `${ADMIN_REVIEWS}/${id}/hidden`, {}],
  ];
  for (const [method, path, body] of calls)
    expect((await owner.write(method, path, body, {})).status, `${method} ${path}`).toBe(404);
  for (const path of [`${ADMIN_ORDERS}/${id}`, `${ADMIN_ORDERS}/file/${id}`])
    expect((await owner.get(path)).status, path).toBe(404);
});
