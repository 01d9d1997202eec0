import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { applyDisputeState } from '../../api/modules/payments/disputes/apply-dispute-state.ts';
import { remindOfDisputes } from '../../api/modules/payments/disputes/remind-of-disputes.ts';
import { completeUnansweredDeliveries } from '../../api/modules/payments/order-changes/complete-unanswered-deliveries.ts';
import { DAY } from '../../api/platform/clock.ts';
import { adminOrder, buyAndDispute, storedDispute } from '../support/disputes.ts';
import { readLedger } from '../support/ledger-fixtures.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import { buy, deliverWebhooks, listPayments, orderOf, storedOrder } from '../support/payments.ts';
import { app } from '../support/shared-app.ts';
import { tasksOfKind, tasksOnToday } from '../support/today.ts';

sharePaymentApp();

const ownersMail = () => app.server.config.ownerEmail;
const eventsOf = (disputeId: string) =>
  app.sandbox
    .events()
    .filter(({ body }) => JSON.stringify(body).includes(disputeId))
    .map(({ id }) => id);

test('a dispute is shown to the owner with its deadline and changes nothing of the balance', async () => {
  const { orderId, paymentId, disputeId, amount } = await buyAndDispute(app, asha);
  const [shown] = (await adminOrder(owner, orderId)).disputes;
  expect(shown).toMatchObject({ _id: disputeId, status: 'open', amount: amount / 100, lost: 0 });
  expect(Date.parse(shown.respondBy) - app.server.services.clock().getTime()).toBeGreaterThan(
    6 * DAY,
  );
  const listed = await listPayments(owner, 'show=disputed');
  expect(listed.find((each) => each._id === paymentId)).toMatchObject({
    state: 'Disputed',
    dispute: { status: 'open', respondBy: shown.respondBy },
  });
  expect((await tasksOnToday(owner))[0]).toMatchObject({ kind: 'dispute' });
  const onToday = (await tasksOfKind(owner, 'dispute')).map(({ dispute }) => dispute._id);
  expect(onToday).toContain(disputeId);
  expect(await storedOrder(app, orderId)).toMatchObject({ paid: amount, refunded: 0, lost: 0 });
  await app.mail.email(ownersMail(), /^The bank questions a payment/);
});

test('an order whose payment the bank questions does not complete by itself, and no invoice is issued', async () => {
  const { orderId, disputeId } = await buyAndDispute(app, asha);
  const act = (step: string, body = {}) =>
    owner.post(`/api/v1/desk/orders/${orderId}/${step}`, body);
  await act('accept');
  expect((await act('deliver', { message: 'Here it is.' })).status).toBe(200);
  const { services } = app.server;
  const later = { ...services, clock: () => new Date(services.clock().getTime() + 8 * DAY) };
  await completeUnansweredDeliveries(later);
  expect(await storedOrder(app, orderId)).toMatchObject({ status: 'Delivered' });
  expect((await orderOf(asha, orderId)).completesAt).toBeNull();
  app.sandbox.moveDispute(disputeId, 'won');
  await deliverWebhooks(app);
  await completeUnansweredDeliveries(later);
  expect(await storedOrder(app, orderId)).toMatchObject({ status: 'Completed' });
});

test('its buyer sees nothing of it until money has moved', async () => {
  const { orderId, disputeId, amount } = await buyAndDispute(app, asha);
  expect(JSON.stringify(await orderOf(asha, orderId))).not.toMatch(/dispute|bank questions/i);
  app.sandbox.moveDispute(disputeId, 'lost');
  await deliverWebhooks(app);
  const order = await orderOf(asha, orderId);
  expect(order.paymentInfo).toMatchObject({ refundedAmount: 0, lostAmount: amount / 100 });
  expect(order.timeline.at(-1).text).toMatch(/^The bank has taken ₹/);
});

test('a lost dispute is counted once, however often and in whatever order it is reported', async () => {
  const { orderId, paymentId } = await buy(app, asha);
  app.sandbox.faults.webhooks.hold = true;
  const { id, amount } = app.sandbox.dispute(paymentId, { amount: 30_000 });
  app.sandbox.moveDispute(id, 'under_review');
  app.sandbox.moveDispute(id, 'lost');
  const events = eventsOf(id);
  expect(events).toHaveLength(3);
  await app.sandbox.deliver([...events.toReversed(), ...events, ...events]);
  app.sandbox.release();
  await deliverWebhooks(app);
  expect(await storedDispute(app, id)).toMatchObject({ status: 'lost', deducted: amount });
  expect(await storedOrder(app, orderId)).toMatchObject({ lost: amount, refunded: 0 });
  const { timeline } = await adminOrder(owner, orderId);
  const lines = timeline.filter(({ kind }: { kind: string }) => kind.startsWith('dispute'));
  expect(lines.map(({ kind }: { kind: string }) => kind)).toEqual(['dispute lost']);
  const lost = (await readLedger(owner, `find=${paymentId}`)).filter(
    ({ kind }) => kind === 'dispute',
  );
  expect(lost).toMatchObject([{ amount: -amount / 100, status: 'lost' }]);
});

test('a dispute that no webhook reported is found by the reconciler, and so is its end', async () => {
  const { orderId, paymentId } = await buy(app, asha);
  app.sandbox.faults.webhooks.hold = true;
  const { id } = app.sandbox.dispute(paymentId);
  app.advance(16 * 60 * 1000);
  await app.server.reconciler.run();
  expect(await storedDispute(app, id)).toMatchObject({ status: 'open', order_id: orderId });
  app.sandbox.moveDispute(id, 'lost', { deducted: 5_000 });
  app.advance(16 * 60 * 1000);
  await app.server.reconciler.run();
  expect(await storedOrder(app, orderId)).toMatchObject({ lost: 5_000 });
});

test('a decision stays when an older answer of the provider arrives after it', async () => {
  const { disputeId } = await buyAndDispute(app, asha);
  app.sandbox.moveDispute(disputeId, 'won');
  await applyDisputeState(app.server.services, disputeId);
  app.sandbox.faults.next('disputes.fetch', { kind: 'tamper', fields: { status: 'open' } });
  await applyDisputeState(app.server.services, disputeId);
  expect(await storedDispute(app, disputeId)).toMatchObject({ status: 'won' });
});

test('the mail about a decided dispute opens the order, and does not ask for an answer', async () => {
  const { disputeId, orderId } = await buyAndDispute(app, asha);
  const name = `#${orderId.slice(-6).toUpperCase()}`;
  const asked = await app.mail.email(ownersMail(), /^The bank questions a payment: /, name);
  expect(asked.subject).toMatch(/Reply to the bank by \d+ \w+$/);
  expect(asked.text).toContain(`Reply to the bank: ${app.origin}/desk/orders/${orderId}`);
  app.sandbox.moveDispute(disputeId, 'lost');
  await deliverWebhooks(app);
  const decided = await app.mail.email(ownersMail(), /^Dispute lost: /, name);
  expect(decided.text).toContain(`See the order: ${app.origin}/desk/orders/${orderId}`);
});

test('a command beside the running app raises a dispute at the sandbox and decides it', async () => {
  const { orderId, paymentId } = await buy(app, asha);
  const program = new URL('../../api/dispute-command-line.ts', import.meta.url).pathname;
  const env = { ...process.env, DATA_DIR: app.dataDir, PORT: String(app.server.config.port) };
  const bank = (...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], { env });
  await expect(bank()).rejects.toMatchObject({ stderr: expect.stringContaining(paymentId) });
  for (const [move, status] of [
    [[], 'open'],
    [['lost'], 'lost'],
  ] as const) {
    expect((await bank(paymentId, ...move)).stdout).toMatch(`of ${paymentId}: ${status}`);
    await deliverWebhooks(app);
    expect((await adminOrder(owner, orderId)).disputes).toMatchObject([{ status }]);
  }
});

test('the owner is reminded seven, three and one days before the deadline, each once', async () => {
  const { disputeId, orderId } = await buyAndDispute(app, asha, {
    respondBy: Math.floor(app.server.services.clock().getTime() / 1000) + 10 * 24 * 3600,
  });
  const remindersOf = async () => {
    await remindOfDisputes(app.server.services);
    await remindOfDisputes(app.server.services);
    return (await storedDispute(app, disputeId))?.reminded_days;
  };
  const seen: unknown[] = [];
  for (let day = 0; day < 11; day += 1) {
    seen.push(await remindersOf());
    app.advance(DAY);
  }
  expect(seen).toEqual([null, null, null, 7, 7, 7, 7, 3, 3, 1, 1]);
  const name = `#${orderId.slice(-6).toUpperCase()}`;
  const reminders = () =>
    app.mail.emails.filter(
      ({ subject, text }) =>
        subject?.startsWith('The bank waits for your answer') && text?.includes(name),
    );
  await expect.poll(() => reminders().length).toBe(3);
});
