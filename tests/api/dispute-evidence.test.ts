import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { gatherEvidence } from '../../api/modules/dispute-evidence/gather-evidence.ts';
import { getOrder } from '../../api/modules/orders/queries.ts';
import { insertMessages } from '../support/chat-fixtures.ts';
import { cpuTimeOf, threadTimeOf } from '../support/cpu-time.ts';
import { adminDisputes, adminOrder, buyAndDispute, storedDispute } from '../support/disputes.ts';
import type { Person } from '../support/http-client.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import { deliverWebhooks } from '../support/payments.ts';
import { rowWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const evidenceAtProvider = (id: string) =>
  app.sandbox.records().disputes.find((each) => each.id === id)?.evidence;
const documentsOf = async (orderId: string) =>
  (await adminOrder(owner, orderId)).disputes[0].documents as {
    _id: string;
    title: string;
    isUploaded: boolean;
  }[];
const write = (person: Person, orderId: string, messageText: string) =>
  person.post('/api/v1/communicate/send-message', {
    orderId,
    messageText,
    clientId: crypto.randomUUID(),
  });

/** A disputed order with a delivery and a conversation. */
async function deliverAndDispute() {
  const made = await buyAndDispute(app, asha);
  const { orderId } = made;
  for (const [step, body] of [
    ['accept', {}],
    ['deliver', { message: 'Version 1 is online.\nThe password is in the file.' }],
  ] as const) {
    expect((await owner.post(`/api/v1/desk/orders/${orderId}/${step}`, body)).status).toBe(200);
  }
  return made;
}

test('one click draws the evidence, uploads it and attaches it as a draft', async () => {
  const { orderId, disputeId } = await deliverAndDispute();
  const answer = await adminDisputes.prepare(owner, disputeId);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const documents = await documentsOf(orderId);
  expect(documents.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Receipt VY\//),
    'What was ordered and agreed',
    'Deliveries and revisions',
    'Cancellation terms',
  ]);
  expect(documents.every(({ isUploaded }) => isUploaded)).toBe(true);
  for (const { _id } of documents) {
    const pdf = await adminDisputes.document(owner, disputeId, _id);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
  }
  const draft = evidenceAtProvider(disputeId);
  expect(draft).toMatchObject({
    submitted_at: null,
    summary: expect.stringMatching(/^The buyer ordered .* We delivered once/),
  });
  expect(draft?.billing_proof).toHaveLength(1);
  expect(draft?.proof_of_service).toHaveLength(1);
  expect(draft?.refund_cancellation_policy).toHaveLength(1);
  expect(await storedDispute(app, disputeId)).toMatchObject({ status: 'open' });
});

test('the first summary says whether the order was accepted', async () => {
  for (const isAccepted of [false, true]) {
    const { orderId, disputeId } = await buyAndDispute(app, asha);
    if (isAccepted) await owner.post(`/api/v1/desk/orders/${orderId}/accept`, {});
    expect((await adminDisputes.prepare(owner, disputeId)).status).toBe(200);
    const said = isAccepted ? 'accepted the order and not delivered' : 'not accepted the order';
    expect(evidenceAtProvider(disputeId)?.summary).toMatch(
      new RegExp(`We have ${said} yet\\. Delivery was agreed for \\d+ \\w+ \\d{4}\\.`),
    );
  }
});

test('the owner edits the summary and submits; the bank has the answer', async () => {
  const { orderId, disputeId } = await deliverAndDispute();
  expect(await adminDisputes.submit(owner, disputeId)).toMatchObject({ status: 409 });
  await adminDisputes.prepare(owner, disputeId);
  const answer = await adminDisputes.submit(owner, disputeId, 'Delivered on time, as agreed.');
  expect(answer).toMatchObject({ status: 200, body: { message: 'The bank has your answer.' } });
  expect(evidenceAtProvider(disputeId)).toMatchObject({
    summary: 'Delivered on time, as agreed.',
    submitted_at: expect.any(Number),
  });
  const [shown] = (await adminOrder(owner, orderId)).disputes;
  expect(shown).toMatchObject({ status: 'under_review', summary: 'Delivered on time, as agreed.' });
  expect((await adminDisputes.submit(owner, disputeId)).status).toBe(409);
  expect((await adminDisputes.prepare(owner, disputeId)).status).toBe(409);
});

test('an upload that fails is continued with the next click, without uploading twice', async () => {
  const { orderId, disputeId } = await deliverAndDispute();
  app.sandbox.faults.next('documents.create', { kind: 'delay', ms: 0 });
  app.sandbox.faults.next('documents.create', { kind: 'status', status: 500 });
  expect((await adminDisputes.prepare(owner, disputeId)).status).toBe(502);
  const uploaded = (await documentsOf(orderId)).map(({ isUploaded }) => isUploaded);
  expect(uploaded).toEqual([true, false, false, false]);
  expect((await adminDisputes.submit(owner, disputeId)).status).toBe(200);
  const ids = app.sandbox.records().documents.map(({ id }) => id);
  const used = Object.values(evidenceAtProvider(disputeId) ?? {}).flat();
  expect(ids.filter((id) => used.includes(id))).toHaveLength(4);
});

test('a lost answer of the provider is no failed submission', async () => {
  const { disputeId } = await deliverAndDispute();
  await adminDisputes.prepare(owner, disputeId);
  app.sandbox.faults.next('disputes.contest', { kind: 'drop' });
  expect((await adminDisputes.submit(owner, disputeId)).status).toBe(200);
  expect(await storedDispute(app, disputeId)).toMatchObject({ status: 'under_review' });
});

test('two clicks at once prepare one set of documents', async () => {
  const { orderId, disputeId } = await deliverAndDispute();
  const both = await Promise.all([
    adminDisputes.prepare(owner, disputeId),
    adminDisputes.prepare(owner, disputeId),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await documentsOf(orderId)).toHaveLength(4);
});

test('the owner may accept a dispute: the money is lost, once', async () => {
  const { orderId, disputeId, amount } = await buyAndDispute(app, asha);
  app.sandbox.faults.next('disputes.accept', { kind: 'drop' });
  expect(await adminDisputes.accept(owner, disputeId)).toMatchObject({ status: 200 });
  await deliverWebhooks(app);
  const order = await adminOrder(owner, orderId);
  expect(order.paymentInfo).toMatchObject({ lostAmount: amount / 100, refundedAmount: 0 });
  expect(order.orderStatus).toBe('Refunded');
});

test('nothing is prepared after the deadline', async () => {
  const inAnHour = Math.floor(app.server.services.clock().getTime() / 1000) + 3600;
  const { disputeId } = await buyAndDispute(app, asha, { respondBy: inAnHour });
  app.advance(2 * 60 * 60 * 1000);
  expect(await adminDisputes.prepare(owner, disputeId)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/deadline/) },
  });
});

test('the conversation and its files are part of the evidence', async () => {
  const { orderId, disputeId } = await deliverAndDispute();
  expect((await write(asha, orderId, 'Thank you, this is what I needed: ₹ और ñ')).status).toBe(201);
  await adminDisputes.prepare(owner, disputeId);
  const documents = await documentsOf(orderId);
  expect(documents.map(({ title }) => title)).toContain('Conversation with the buyer');
  const folder = process.env['EVIDENCE_FOLDER'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const { id, name } of app.sandbox.records().documents) {
    writeFileSync(`${folder}/${name}`, app.sandbox.document(id));
  }
});

test('a mail that the seller took over is no word of the buyer in the evidence', async () => {
  const { orderId, disputeId } = await deliverAndDispute();
  const sent = await write(owner, orderId, 'A mail that came in your name:\n\n> I agree.');
  const by_mail = JSON.stringify({ notes: [], takenFrom: 'eve@evil.example' });
  await app.write((tx) =>
    tx.updateTable('messages').set({ by_mail }).where('id', '=', sent.body.data._id).execute(),
  );
  const { config, store } = app.server.services;
  const dispute = await storedDispute(app, disputeId);
  if (!dispute) throw new Error('there is no dispute');
  const order = await getOrder(store.db, orderId);
  expect(JSON.stringify(await gatherEvidence(store.db, config, { order, dispute }))).toContain(
    'a mail here that nobody is proved to have written',
  );
});

/** 4,000 characters in one word, never the same: what takes longest to break into lines. */
const longWord = (at: number): string => {
  let state = at + 1;
  return Array.from({ length: 4_000 }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return String.fromCharCode(33 + (state % 94));
  }).join('');
};

async function disputeWithMessages(count: number) {
  const made = await deliverAndDispute();
  const { db } = app.server.services.store;
  const order = await getOrder(db, made.orderId);
  const by = [order.buyer_id];
  await insertMessages(app, { orderId: order.id, count, by, text: longWord });
  return { ...made, order };
}

test('eighty long messages are drawn within seconds, and not by the thread that answers requests', async () => {
  const { orderId, disputeId } = await disputeWithMessages(80);
  let ofThread = 0;
  const whole = await cpuTimeOf(async () => {
    ofThread = await threadTimeOf(async () => {
      expect((await adminDisputes.prepare(owner, disputeId)).status).toBe(200);
    });
  });
  expect((await documentsOf(orderId)).map(({ title }) => title)).toContain(
    'Conversation with the buyer',
  );
  expect(whole).toBeLessThan(15_000);
  expect(ofThread).toBeLessThan(whole / 2);
});

test('of a conversation too long for a document the newest messages are printed, and it says what is missing', async () => {
  const { orderId, disputeId, order } = await disputeWithMessages(300);
  const { config, store } = app.server.services;
  const dispute = await storedDispute(app, disputeId);
  if (!dispute) throw new Error('there is no dispute');
  const texts = await gatherEvidence(store.db, config, { order, dispute });
  const [shortened, ...printed] =
    texts.find(({ kind }) => kind === 'customer_communication')?.sections ?? [];
  expect(shortened?.heading).toBe('This document was shortened');
  expect(shortened?.lines[0]).toMatch(
    new RegExp(`^The ${300 - printed.length} messages before .* are missing\\..* of 300 messages`),
  );
  expect(printed.length).toBeGreaterThan(50);
  expect(printed.at(-1)?.lines[0]).toBe(longWord(299));
  expect(JSON.stringify(texts), 'what was ordered once').not.toMatch(/\b1 times/);
  expect((await adminDisputes.prepare(owner, disputeId)).status).toBe(200);
  const { _id } = (await documentsOf(orderId)).at(-1) ?? { _id: '' };
  const { pdf } = await rowWith(store.db, 'dispute_documents', { id: _id });
  const pages = pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(40);
  // Not the hundred pages after which a drawing stops, which would cut off the newest messages.
  expect(pages).toBeLessThanOrEqual(100);
});
