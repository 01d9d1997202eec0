import { expect, test } from 'vitest';
import { gatherEvidence } from '../../api/modules/dispute-evidence/gather-evidence.ts';
import { completeUnansweredDeliveries } from '../../api/modules/payments/order-changes/complete-unanswered-deliveries.ts';
import { DAY } from '../../api/platform/clock.ts';
import { readAndCancel } from '../support/cancellation.ts';
import {
  buyerAnswers,
  buyerAsks,
  insertBuyerProposal,
  ownerAnswers,
  ownerProposes,
} from '../support/changes.ts';
import { storedDispute } from '../support/disputes.ts';
import type { Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  buy,
  CAPTURED,
  deliverWebhooks,
  orderOf,
  payRemaining,
  storedOrder,
  verifyRemainingPayment,
} from '../support/payments.ts';
import { endOrdersOf, insertBuyer, PASSWORD, signedIn } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const step = (orderId: string, name: string, body = {}) =>
  owner.post(`/api/v1/desk/orders/${orderId}/${name}`, body);
const paise = (rupees: number): number => Math.round(rupees * 100);
const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;

/** An accepted order with one open proposal of the owner's. */
async function orderWithProposal(more: Parameters<typeof ownerProposes>[2] = {}) {
  const { orderId } = await buy(app, asha);
  await step(orderId, 'accept');
  const proposed = await ownerProposes(owner, orderId, more);
  expect(proposed.status, JSON.stringify(proposed.body)).toBe(201);
  const { changes } = await orderOf(asha, orderId);
  return { orderId, id: changes[0]._id as string };
}

test('an accepted change adds an instalment and days, and the ledger adds up', async () => {
  const { orderId, id } = await orderWithProposal();
  const before = await orderOf(asha, orderId);
  expect(before.changes).toMatchObject([
    { number: 1, proposedBy: 'owner', status: 'Proposed', amount: 5_000.5, extraDays: 2 },
  ]);
  expect(before.changes[0].newTotal).toBe(before.paymentInfo.totalAmount + 5_000.5);
  expect((await buyerAnswers(asha, id, 'accept')).status).toBe(200);

  const after = await orderOf(asha, orderId);
  expect(after.deliveryDate).toBe(before.changes[0].newDeliveryDate);
  expect(days(before.deliveryDate, after.deliveryDate)).toBe(2);
  expect(after.agreement.sha256, 'the agreement stays').toBe(before.agreement.sha256);
  expect(after.paymentInfo).toMatchObject({ paymentStatus: 'Partially Paid', dueAmount: 5_000.5 });
  expect(after.parts.at(-1)).toMatchObject({ name: 'Change 1', status: 'Open', amount: 5_000.5 });
  expect(after.parts[0].name, 'the agreed part keeps its name').toBe('Full payment');
  const { ledger } = after;
  expect(paise(ledger.agreement) + paise(ledger.changes)).toBe(paise(ledger.total));
  expect(ledger).toMatchObject({ changes: 5_000.5, waived: 0, open: 5_000.5 });
  expect(after.timeline.slice(-2).map(({ text }: { text: string }) => text)).toEqual([
    'The seller’s change 1 (₹5,000.50 and 2 days) proposed',
    expect.stringMatching(
      /^Change 1 \(₹5,000\.50 and 2 days\) accepted, delivery by \d+ \w+ \d{4}$/,
    ),
  ]);

  const { body } = await payRemaining(asha, orderId);
  await verifyRemainingPayment(asha, orderId, app.sandbox.pay(body.orderId, CAPTURED));
  const paid = await orderOf(asha, orderId);
  expect(paid.timeline.at(-1).text).toBe('Change 1 received: ₹5,000.50');
  expect(paid.paymentInfo).toMatchObject({ paymentStatus: 'Paid', dueAmount: 0 });
  expect(paid.ledger).toMatchObject({ paid: ledger.total, open: 0 });
});

/** A paid order whose buyer has asked for more. */
async function orderWithRequest(description = 'A booking form') {
  const { orderId } = await buy(app, asha);
  const asked = await buyerAsks(asha, orderId, { description });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  const order = await orderOf(asha, orderId);
  return { orderId, id: order.changes[0]._id as string, order };
}

test('the owner includes what a buyer asks for, and both are notified', async () => {
  const { orderId, id, order: asked } = await orderWithRequest('Blue instead');
  expect(asked.changes[0]).toMatchObject({ state: 'Asked', isRequest: true });
  expect(asked.next.turn).toBe('owner');
  const mail = await app.mail.email('owner@example.com', /^Something more is requested/);
  expect(mail.text).toContain('Blue instead');
  expect((await buyerAnswers(asha, id, 'accept')).body.message).toMatch(/other side/);
  expect((await ownerAnswers(owner, id, 'accept')).status).toBe(200);
  const order = await orderOf(asha, orderId);
  expect(order.changes[0]).toMatchObject({ status: 'Accepted', state: 'Included' });
  expect(order.parts, 'nothing is to be paid for it').toHaveLength(1);
  expect(order.timeline.slice(-2).map(({ text }: { text: string }) => text)).toEqual([
    'Change 1 requested',
    'Change 1 included at no charge',
  ]);
  await app.mail.email('asha@buyers.example', /^Change 1 included/);
});

test('the owner answers a request with a price and days, which the buyer accepts', async () => {
  const { orderId, id, order: asked } = await orderWithRequest();
  const quote = { changeId: id, description: 'A booking form, with reminders' };
  for (const _ of ['once', 'and repeated'])
    expect((await ownerProposes(owner, orderId, quote)).status).toBe(201);
  const quoted = await orderOf(asha, orderId);
  expect(quoted.changes).toMatchObject([
    { number: 1, proposedBy: 'owner', state: 'Proposed', amount: 5_000.5, ...{ extraDays: 2 } },
  ]);
  expect(quoted.changes[0].description).toBe(quote.description);
  expect(quoted.next).toMatchObject({ turn: 'buyer', step: 'answerProposal' });
  await app.mail.email('asha@buyers.example', /^Change proposed/);
  // It is the owner's proposal now: the owner cannot accept it, and the buyer cannot withdraw it.
  expect((await ownerAnswers(owner, id, 'accept')).status).toBe(409);
  expect((await buyerAnswers(asha, id, 'withdraw')).status).toBe(409);
  expect((await ownerProposes(owner, orderId, { ...quote, amount: 9 })).status).toBe(409);
  expect((await buyerAnswers(asha, id, 'accept')).status).toBe(200);
  const order = await orderOf(asha, orderId);
  expect(order.ledger.total).toBe(asked.ledger.total + 5_000.5);
  expect(order.timeline.slice(-3).map(({ text }: { text: string }) => text)).toEqual([
    'Change 1 requested',
    'The seller’s change 1 (₹5,000.50 and 2 days) proposed',
    expect.stringMatching(/^Change 1 \(₹5,000\.50 and 2 days\) accepted, delivery by \d/),
  ]);
});

test('when each side waits for the other, both are asked, the newest first', async () => {
  const { orderId } = await orderWithProposal();
  await buyerAsks(asha, orderId);
  const { next } = await orderOf(asha, orderId);
  expect(next).toMatchObject({ turn: 'owner', step: 'answerProposal' });
  expect(next.actions).toContain('answerProposal');
  const { order } = (await owner.get(`/api/v1/desk/orders/${orderId}`)).body;
  expect(order.next.actions).toContain('answerProposal');
});

test('a request is a message with its files, which the order shows beside it', async () => {
  const { orderId } = await buy(app, asha);
  const upload = await asha.post(
    `/api/v1/communicate/attachment?orderId=${orderId}&name=form.txt`,
    Buffer.from('Name, date, time'),
    { 'Content-Type': 'application/octet-stream' },
  );
  const { _id: file } = upload.body.data;
  const changeId = crypto.randomUUID();
  const request = { changeId, description: 'See https://example.com', attachments: [file] };
  for (const _ of ['once', 'and repeated'])
    expect((await buyerAsks(asha, orderId, request)).status).toBe(201);
  const { messages } = (await asha.post('/api/v1/communicate/order/user-conversation', { orderId }))
    .body;
  expect(messages).toMatchObject([
    { messageText: request.description, attachments: [{ _id: file, name: 'form.txt' }] },
  ]);
  const { changes } = (await owner.get(`/api/v1/desk/orders/${orderId}`)).body.order;
  expect(changes).toMatchObject([{ _id: changeId, files: [{ _id: file }] }]);
  const bell = await app.server.services.store.db
    .selectFrom('notifications')
    .select(['type', 'message'])
    .where('order_id', '=', orderId)
    .where('message', 'like', '%example.com%')
    .execute();
  expect(bell, 'not one for the message as well').toMatchObject([{ type: 'order' }]);
  // Another's file, or one that is sent already, refuses the request as a whole.
  expect((await buyerAsks(asha, orderId, { attachments: [file] })).status).toBe(400);
  expect((await orderOf(asha, orderId)).changes).toHaveLength(1);
});

test('a price that a buyer once proposed is still accepted or declined by the owner', async () => {
  for (const [step, total] of [
    ['accept', 1_200_00],
    ['decline', 0],
  ] as const) {
    const { orderId } = await buy(app, asha);
    const { db } = app.server.services.store;
    const { id } = await insertBuyerProposal(db, orderId, 1_200_00);
    const before = (await storedOrder(app, orderId)).total;
    const [change] = (await orderOf(asha, orderId)).changes;
    expect(change).toMatchObject({ state: 'Proposed', isRequest: false, amount: 1_200 });
    expect((await ownerProposes(owner, orderId, { changeId: id })).status, 'no request').toBe(409);
    expect((await ownerAnswers(owner, id, step)).status).toBe(200);
    expect((await storedOrder(app, orderId)).total - before).toBe(total);
  }
});

test('a buyer names no price: one that is sent counts for nothing', async () => {
  const { orderId } = await buy(app, asha);
  await asha.post('/api/v1/gig/change', {
    ...{ changeId: crypto.randomUUID(), orderId, description: 'More', amount: 1, extraDays: 9 },
  });
  expect((await orderOf(asha, orderId)).changes[0]).toMatchObject({ amount: 0, extraDays: 0 });
});

test('the proposal is declined by the other side or withdrawn by its own', async () => {
  const { orderId, id } = await orderWithProposal();
  expect((await buyerAnswers(asha, id, 'withdraw')).status).toBe(409);
  expect((await ownerAnswers(owner, id, 'decline')).status).toBe(409);
  expect((await buyerAnswers(asha, id, 'decline')).status).toBe(200);
  expect((await buyerAnswers(asha, id, 'accept')).body.message).toBe('This change was declined.');
  expect((await ownerAnswers(owner, id, 'withdraw')).status).toBe(409);
  await ownerProposes(owner, orderId);
  const second = (await orderOf(asha, orderId)).changes[1];
  expect((await ownerAnswers(owner, second._id, 'withdraw')).status).toBe(200);
  expect((await buyerAnswers(asha, second._id, 'accept')).body.message).toMatch(/withdrawn/);
  expect((await storedOrder(app, orderId)).total).toBe((await storedOrder(app, orderId)).paid);
});

test('only the two sides of an order see its changes', async () => {
  const { orderId, id } = await orderWithProposal();
  expect((await buyerAsks(bela, orderId)).status).toBe(404);
  for (const name of ['accept', 'decline', 'withdraw'] as const)
    expect((await buyerAnswers(bela, id, name)).status).toBe(404);
  expect((await ownerProposes(asha, orderId)).status).toBe(403);
});

const request = async (person: Person, orderId: string, revisionDescription = 'Another page') =>
  person.post('/api/v1/gig/order/revision-request', { orderId, revisionDescription });

test('a request for a revision that becomes a change does not count', async () => {
  const { orderId } = await buy(app, asha);
  const { body } = await request(asha, orderId);
  const [asked] = body.data;
  expect((await orderOf(asha, orderId)).usedRevisions).toBe(1);
  const proposed = await ownerProposes(owner, orderId, { revisionId: asked._id });
  expect(proposed.status).toBe(201);
  const order = await orderOf(asha, orderId);
  expect(order.usedRevisions).toBe(0);
  expect(order.changes[0]).toMatchObject({ isFromRevision: true, status: 'Proposed' });
  expect(order.timeline.at(-2).text).toBe('Revision 1 became change 1: it uses no revision');
  const again = await ownerProposes(owner, orderId, { revisionId: asked._id });
  expect(again.body.message).toMatch(/decided already/);
  // The buyer has all revisions left, and the next one has number 1.
  const { data } = (await request(asha, orderId, 'Smaller type')).body;
  expect(data).toMatchObject([
    { change: null, status: 'Pending' },
    { change: 1, status: 'Rejected' },
  ]);
  expect((await orderOf(asha, orderId)).usedRevisions).toBe(1);
});

test('nothing of a closed order changes, and its open proposals end', async () => {
  const { orderId, id } = await orderWithProposal();
  await readAndCancel(asha, orderId);
  expect((await orderOf(asha, orderId)).changes[0].status).toBe('Withdrawn');
  expect((await buyerAnswers(asha, id, 'accept')).status).toBe(409);
  const late = await buyerAsks(asha, orderId);
  expect(late.body.message).toBe('This order is cancelled and cannot be changed.');
  const { parts } = await orderOf(asha, orderId);
  expect(parts).toHaveLength(1);
});

test('refuses an invalid proposal of a change and names the field', async () => {
  const { orderId } = await buy(app, asha);
  for (const [more, field] of [
    [{ description: ' ' }, 'description'],
    [{ description: 'x'.repeat(2_001) }, 'description'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 0.5 }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ extraDays: 366 }, 'extraDays'],
    [{ extraDays: 1.5 }, 'extraDays'],
  ] as const) {
    const answer = await ownerProposes(owner, orderId, more);
    expect(answer, JSON.stringify(more)).toMatchObject({ status: 400, body: { field } });
  }
  for (let at = 0; at < 5; at += 1) expect((await buyerAsks(asha, orderId)).status).toBe(201);
  expect((await buyerAsks(asha, orderId)).body.message).toMatch(/5 changes wait/);
});

test('the same proposal sent twice is one, and other words under its id are refused', async () => {
  const { orderId } = await buy(app, asha);
  const changeId = crypto.randomUUID();
  expect((await ownerProposes(owner, orderId, { changeId })).status).toBe(201);
  expect((await ownerProposes(owner, orderId, { changeId })).status).toBe(201);
  expect((await orderOf(asha, orderId)).changes).toHaveLength(1);
  expect((await ownerProposes(owner, orderId, { changeId, amount: 1 })).status).toBe(409);
  expect((await buyerAsks(asha, orderId, { changeId })).status).toBe(409);
});

test('an unpaid change can be waived, and the ledger says so', async () => {
  const { orderId, id } = await orderWithProposal();
  await buyerAnswers(asha, id, 'accept');
  const instalment = (await orderOf(asha, orderId)).parts.at(-1);
  await owner.post(`/api/v1/desk/payments/instalments/${instalment._id}/waive`, {});
  const { ledger } = await orderOf(asha, orderId);
  expect(ledger).toMatchObject({ changes: 5_000.5, waived: 5_000.5, open: 0 });
  expect(ledger.total).toBe(ledger.agreement);
});

test('an accepted change is paid before an instalment that is due on delivery', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  await ownerProposes(owner, orderId, { amount: 750 });
  const [change] = (await orderOf(asha, orderId)).changes;
  await buyerAnswers(asha, change._id, 'accept');
  const order = await orderOf(asha, orderId);
  expect(order.paymentInfo.dueAmount).toBe(750);
  expect((await payRemaining(asha, orderId)).body).toMatchObject({ amount: 750_00, part: 3 });
  expect(order.parts.map(({ name }: { name: string }) => name)).toEqual([
    'Milestone 1 of 2',
    'Milestone 2 of 2',
    'Change 1',
  ]);
});

test('the evidence for a bank lists every change with its answer', async () => {
  const { orderId, id } = await orderWithProposal({ description: 'Four more pages, please' });
  await buyerAnswers(asha, id, 'accept');
  const [payment] = await app.server.services.store.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .execute();
  const { id: disputeId } = app.sandbox.dispute(payment?.id ?? '', {});
  await deliverWebhooks(app);
  const dispute = await storedDispute(app, disputeId);
  const order = await storedOrder(app, orderId);
  if (!dispute) throw new Error('the dispute is unknown');
  const { store, config } = app.server.services;
  const documents = await gatherEvidence(store.db, config, { order, dispute });
  const terms = documents.find(({ kind }) => kind === 'term_and_conditions');
  const section = terms?.sections.find(({ heading }) => heading.startsWith('Change 1'));
  expect(section?.heading).toMatch(/proposed by the seller .*: Accepted /);
  expect(section?.lines).toEqual(['Four more pages, please', '₹5,000.50 and 2 days']);
});

test('a person’s export holds the changes of their orders, and the words leave with the account', async () => {
  const { person, user } = await insertBuyer(app, {});
  const { orderId } = await buy(app, person);
  await ownerProposes(owner, orderId, { description: 'A second language' });
  const { body } = await person.get('/api/v1/user/export');
  expect(body.changes).toMatchObject([{ orderId, description: 'A second language' }]);
  await endOrdersOf(app, user.id);
  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  const { changes } = (await owner.get(`/api/v1/desk/orders/${orderId}`)).body.order;
  expect(changes).toMatchObject([
    { amount: 5_000.5, description: 'What should change left with its account.' },
  ]);
});

test('the seller asks for more time once at a time, and the buyer decides whether the date moves', async () => {
  const { orderId, id } = await orderWithProposal({ amount: 0, extraDays: 3 });
  await app.mail.email('asha@buyers.example', /^More time requested/);
  const before = await orderOf(asha, orderId);
  expect(before.next).toMatchObject({ turn: 'buyer', step: 'answerProposal' });
  const again = await ownerProposes(owner, orderId, { amount: 0, extraDays: 9 });
  expect([again.status, again.body.message]).toEqual([
    409,
    'You have asked for more time already. Withdraw that to ask anew.',
  ]);
  await buyerAnswers(asha, id, 'decline');
  expect((await orderOf(asha, orderId)).deliveryDate).toBe(before.deliveryDate);
  await ownerProposes(owner, orderId, { amount: 0, extraDays: 2 });
  const { changes } = await orderOf(asha, orderId);
  await buyerAnswers(asha, changes.at(-1)._id, 'accept');
  const after = await orderOf(asha, orderId);
  expect(days(before.deliveryDate, after.deliveryDate)).toBe(2);
  expect(after.timeline.at(-1).text).toMatch(
    /^Change 2 \(2 days, no charge\) accepted, delivery by/,
  );
});

test('accepting on a delivered order takes it back into work, and its days count from then', async () => {
  const { orderId, id } = await orderWithProposal();
  await step(orderId, 'deliver', { message: 'Here it is.' });
  const planned = (await storedOrder(app, orderId)).delivery_date ?? '';
  app.advance(Date.parse(planned) - app.server.services.clock().getTime() + DAY);
  await completeUnansweredDeliveries(app.server.services);
  // The buyer's session has ended meanwhile.
  const back = await signedIn(app, (await storedOrder(app, orderId)).buyer_id);
  expect((await orderOf(back, orderId)).orderStatus, 'it waits for the answer').toBe('Delivered');
  await buyerAnswers(back, id, 'accept');
  const order = await orderOf(back, orderId);
  expect(order.orderStatus).toBe('Accepted');
  expect(Math.round(days(planned, order.deliveryDate))).toBe(3);
});
