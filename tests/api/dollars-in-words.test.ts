import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { gatherEvidence } from '../../api/modules/dispute-evidence/gather-evidence.ts';
import { getOrder } from '../../api/modules/orders/queries.ts';
import { remindOfInstalments } from '../../api/modules/payments/remind-of-instalments.ts';
import { DAY } from '../../api/platform/clock.ts';
import { readAndCancel } from '../support/cancellation.ts';
import { buyerAnswers, ownerProposes } from '../support/changes.ts';
import { ABROAD, dollarOrderBody, sellInDollars } from '../support/currencies.ts';
import {
  adminPayments,
  CAPTURED,
  deliverWebhooks,
  FAILED,
  orderOf,
  payRemaining,
  placeOrder,
  verifyPayment,
  verifyRemainingPayment,
} from '../support/payments.ts';
import { insertBuyer, ownerOf } from '../support/people.ts';
import { acceptQuote, askQuestion, sendQuote } from '../support/quotes.ts';
import { startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

/** Where people read about their orders, without the papers, which name a value in rupees. */
const READ_BY_BUYER = (id: string) => [
  '/api/v1/gig/order/user-orders',
  `/api/v1/gig/order/${id}`,
  '/api/v1/gig/order/money',
];
const READ_BY_OWNER = (id: string) =>
  [
    ...['today', 'orders', `orders/${id}`, 'payments', 'payments/compensations', 'audit'],
    ...['ledger/months', 'ledger/ledger.csv', 'ledger/papers.csv'],
  ].map((path) => `/api/v1/desk/${path}`);
const TABLES = ['notifications', 'messages', 'order_events', 'order_changes', 'audit_log'];

test('no mail, notification, timeline, conversation, page or evidence about orders in dollars names rupees', async () => {
  const app = await startTestApp();
  const { services } = app.server;
  const { db } = services.store;
  const owner = await ownerOf(app);
  const { person: buyer } = await insertBuyer(app, { name: 'Ann Field' });
  await sellInDollars(app, owner);
  const post = async (path: string, sent: object = {}) => {
    const { status, body } = await owner.post(`/api/v1/desk/${path}`, sent);
    expect(status, `${path}: ${JSON.stringify(body)}`).toBeLessThan(300);
  };
  const read: string[] = [];
  const readAll = async (id: string) => {
    for (const [reader, paths] of [
      [buyer, READ_BY_BUYER(id)],
      [owner, READ_BY_OWNER(id)],
    ] as const) {
      for (const path of paths) {
        const { status, body } = await reader.get(path);
        expect(status, path).toBe(200);
        read.push(JSON.stringify(body));
      }
    }
  };

  const quote = await sendQuote(owner, await askQuestion(buyer), { currency: 'USD' });
  const { body: opened } = await acceptQuote(buyer, quote, ABROAD);
  app.sandbox.pay(opened.orderId, FAILED);
  await deliverWebhooks(app);
  const first = app.sandbox.pay(opened.orderId, CAPTURED);
  const orderId: string = (await verifyPayment(buyer, first)).body.order._id;
  await post(`orders/${orderId}/accept`);
  const changeId = crypto.randomUUID();
  await ownerProposes(owner, orderId, { changeId, amount: 777.77, extraDays: 2 });
  await readAll(orderId);
  await buyerAnswers(buyer, changeId, 'accept');
  await post(`orders/${orderId}/deliver`, { message: 'Here it is.' });
  const { parts } = await orderOf(buyer, orderId);
  await post(`payments/instalments/${parts[2]._id}/waive`);
  const day = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10);
  await post(`payments/instalments/${parts[1]._id}/move`, { day });
  await remindOfInstalments(services);
  const { body: rest } = await payRemaining(buyer, orderId);
  await verifyRemainingPayment(buyer, orderId, app.sandbox.pay(rest.orderId, CAPTURED));
  const { razorpay_payment_id: paymentId } = first;
  await adminPayments.refund(owner, paymentId, { amount: 12.34, reason: 'A discount' });
  const { id: disputeId } = app.sandbox.dispute(paymentId, { amount: 5_001 });
  await deliverWebhooks(app);
  await readAll(orderId);
  const dispute = await db.selectFrom('disputes').selectAll().executeTakeFirstOrThrow();
  const subject = { order: await getOrder(db, orderId), dispute };
  read.push(JSON.stringify(await gatherEvidence(db, app.server.config, subject)));
  app.sandbox.moveDispute(disputeId, 'lost');
  await buyer.post('/api/v1/gig/delivery/accept', { orderId });

  const buy = async () => {
    const more = { checkoutId: crypto.randomUUID(), paymentType: 'Milestone' };
    const { body: placed } = await placeOrder(buyer, await dollarOrderBody(buyer, more));
    const result = app.sandbox.pay(placed.orderId, CAPTURED);
    const { body } = await verifyPayment(buyer, result);
    await post(`orders/${body.order._id}/accept`);
    return { id: body.order._id as string, paymentId: result.razorpay_payment_id };
  };
  await readAndCancel(buyer, (await buy()).id);
  const given = await buy();
  await adminPayments.refund(owner, given.paymentId, { reason: 'No time' });
  await readAll(given.id);
  await post(`payments/compensations/${given.id}/settle`, { reference: 'UTR 1' });
  await deliverWebhooks(app);
  await readAll(orderId);

  for (const table of TABLES)
    read.push(JSON.stringify(await sql`select * from ${sql.table(table)}`.execute(db)));
  // A mail about an unread message waits for a while.
  const waiting = db
    .selectFrom('outbox')
    .select('kind')
    .where('sent_at', 'is', null)
    .where('kind', '!=', 'message while away');
  await waitFor(async () => expect(await waiting.execute()).toEqual([]));
  expect(app.mail.emails.length).toBeGreaterThan(20);
  for (const { subject, text, html } of app.mail.emails) read.push(`${subject} ${text} ${html}`);
  const found = read.flatMap((text) => text.match(/.{0,80}₹.{0,40}/g) ?? []);
  expect(found).toEqual([]);
  expect(read.filter((text) => /\$[1-9]/.test(text)).length).toBeGreaterThan(20);
  await app.close();
});
