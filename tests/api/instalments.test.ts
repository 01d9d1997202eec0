import { expect, test } from 'vitest';
import { remindOfInstalments } from '../../api/modules/payments/remind-of-instalments.ts';
import { DAY, iso, later, MINUTE } from '../../api/platform/clock.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  buy,
  CAPTURED,
  deliverWebhooks,
  listPayments,
  orderOf,
  payRemaining,
  storedOrder,
  storedPaymentStatus,
  storedPayments,
} from '../support/payments.ts';
import { ASHA, ownerOf } from '../support/people.ts';
import { changeRow } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const milestoneOrder = () => buy(app, asha, { paymentType: 'Milestone' });
const restOf = async (orderId: string) => (await orderOf(asha, orderId)).parts[1];
const waive = (id: string) => owner.post(`/api/v1/desk/payments/instalments/${id}/waive`, {});
const move = (id: string, day: string) =>
  owner.post(`/api/v1/desk/payments/instalments/${id}/move`, { day });
const step = (orderId: string, name: string, body = {}) =>
  owner.post(`/api/v1/desk/orders/${orderId}/${name}`, body);
const remindersOf = async (orderId: string): Promise<string[]> => {
  const rows = await app.server.services.store.db
    .selectFrom('notifications')
    .select('message')
    .where('order_id', '=', orderId)
    .where('message', 'like', '%due%')
    .orderBy('seq')
    .execute();
  return rows.map(({ message }) => message);
};

test('makes the second milestone due with the delivery', async () => {
  const { orderId } = await milestoneOrder();
  expect(await restOf(orderId)).toMatchObject({ status: 'Open', due: 'delivery', payBy: null });
  await step(orderId, 'accept');
  await step(orderId, 'deliver', { message: 'Here it is.' });
  const due = await restOf(orderId);
  expect(due.payBy).not.toBeNull();
  await payRemaining(asha, orderId).then(({ body }) => app.sandbox.pay(body.orderId, CAPTURED));
  await deliverWebhooks(app);
  expect(await restOf(orderId)).toMatchObject({ status: 'Paid' });
});

test('a waived instalment is taken off the order and noted in its timeline', async () => {
  const { orderId, checkout } = await milestoneOrder();
  const rest = await restOf(orderId);
  expect((await waive(rest._id)).status).toBe(200);
  const order = await orderOf(asha, orderId);
  expect(order.paymentInfo).toMatchObject({ paymentStatus: 'Paid', dueAmount: 0 });
  expect(order.paymentInfo.totalAmount * 100).toBe(checkout.amount);
  expect(order.parts[1].status).toBe('Waived');
  expect(order.timeline.at(-1).text).toMatch(/^Milestone 2 of 2 of ₹.* waived$/);
  expect(order.agreement.terms.total, 'the agreement stays').toBeGreaterThan(checkout.amount);
  expect((await payRemaining(asha, orderId)).status).toBe(409);
  expect((await waive(rest._id)).body.message).toBe('This part is paid or waived already.');
  expect((await move(rest._id, '2126-01-01')).status).toBe(409);
});

test('refuses to waive the instalment that begins the order', async () => {
  const { orderId } = await milestoneOrder();
  const [first] = (await orderOf(asha, orderId)).parts;
  expect((await waive(first._id)).status).toBe(409);
  expect((await storedOrder(app, orderId)).total).toBeGreaterThan(0);
});

test('refuses a day that is past, beside its field', async () => {
  const { orderId } = await milestoneOrder();
  const rest = await restOf(orderId);
  const past = iso(app.server.services.clock()).slice(0, 8);
  for (const day of ['2020-01-01', `${past}99`, '', 'tomorrow']) {
    expect(await move(rest._id, day), day).toMatchObject({ status: 400, body: { field: 'day' } });
  }
});

test('money for an instalment that was waived meanwhile is an overpayment', async () => {
  const { orderId } = await milestoneOrder();
  const { body } = await payRemaining(asha, orderId);
  await waive((await restOf(orderId))._id);
  const { razorpay_payment_id: paymentId } = app.sandbox.pay(body.orderId, CAPTURED);
  await deliverWebhooks(app);
  expect(await storedPaymentStatus(app, paymentId)).toBe('surplus');
  const late = (await storedPayments(app, orderId)).find(({ id }) => id === paymentId);
  expect(late?.refunded, 'it goes back by itself').toBe(late?.amount);
});

test('reminds nobody of an instalment that was paid in time', async () => {
  const { orderId } = await milestoneOrder();
  const rest = await restOf(orderId);
  await move(rest._id, later(app.server.services.clock(), 5 * DAY).slice(0, 10));
  const { body } = await payRemaining(asha, orderId);
  app.sandbox.pay(body.orderId, CAPTURED);
  await deliverWebhooks(app);
  app.advance(6 * DAY);
  await remindOfInstalments(app.server.services);
  expect(await remindersOf(orderId)).toHaveLength(1);
});

test('reminds nobody of an instalment whose payment is at the provider and cannot be credited', async () => {
  app.sandbox.faults.webhooks.hold = true;
  const { orderId } = await milestoneOrder();
  const rest = await restOf(orderId);
  await move(rest._id, later(app.server.services.clock(), 5 * DAY).slice(0, 10));
  const { total, paid } = await storedOrder(app, orderId);
  const setTotal = (to: number) => changeRow(app, 'orders', orderId, { total: to });
  const { body } = await payRemaining(asha, orderId);
  // The credit violates a check of the table.
  await setTotal(paid);
  const { razorpay_payment_id: payment } = app.sandbox.pay(body.orderId, CAPTURED);
  app.advance(6 * DAY);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, payment)).toBeUndefined();
  await remindOfInstalments(app.server.services);
  expect(await remindersOf(orderId), 'the note about the new date').toHaveLength(1);
  await setTotal(total);
  app.advance(4 * MINUTE);
  await app.server.reconciler.run();
  expect(await storedPaymentStatus(app, payment)).toBe('settled');
});

test('reminds two days before, on the day and three days after, each once', async () => {
  const { orderId } = await milestoneOrder();
  const rest = await restOf(orderId);
  const day = later(app.server.services.clock(), 10 * DAY).slice(0, 10);
  expect((await move(rest._id, day)).status).toBe(200);
  const remind = async () => {
    await remindOfInstalments(app.server.services);
    await remindOfInstalments(app.server.services);
  };
  await remind();
  const moved = await remindersOf(orderId);
  expect(moved).toEqual([
    expect.stringMatching(/^Milestone 2 of 2, ₹.*, has a new due date: .*\.$/),
  ]);
  const until = Date.parse((await restOf(orderId)).payBy) - app.server.services.clock().getTime();
  app.advance(until - 2 * DAY);
  await remind();
  expect(await remindersOf(orderId)).toEqual([...moved, expect.stringMatching(/ is due soon: /)]);
  app.advance(2 * DAY);
  await remind();
  app.advance(MINUTE);
  const onItsDay = await listPayments(await ownerOf(app), 'show=due');
  expect(onItsDay.find((each) => each.orderId === orderId)).toMatchObject({ state: 'To be paid' });
  app.advance(3 * DAY);
  await remind();
  app.advance(DAY);
  await remind();
  expect((await remindersOf(orderId)).slice(1)).toEqual([
    expect.stringMatching(/ is due soon: /),
    expect.stringMatching(/ is due today: /),
    expect.stringMatching(/ is overdue: /),
  ]);
  // A screen shows dates in the reader's time zone; a mail uses the seller's.
  const { text } = await app.mail.email(ASHA.email, / is due on \d+ \w+: /);
  expect(text).toMatch(/is due on \d+ \w+ \d{4}\./);
  // The owner's session ended meanwhile.
  const back = await ownerOf(app);
  const open = await listPayments(back, 'show=due');
  expect(open.find((each) => each.orderId === orderId)).toMatchObject({
    amount: rest.amount,
    state: 'Overdue',
  });
});
