import { expect, test } from 'vitest';
import { buyerAnswers, ownerProposes } from '../support/changes.ts';
import {
  completedOrder,
  completeOrder,
  documentText,
  refundPayment,
} from '../support/documents.ts';
import type { Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import {
  buy,
  CAPTURED,
  deliverWebhooks,
  orderOf,
  payRemaining,
  storedOrder,
  TWENTY_TIMES,
  verifyRemainingPayment,
} from '../support/payments.ts';
import { ASHA, insertBuyer, PASSWORD } from '../support/people.ts';
import { changeRow, rowWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

interface Document {
  number: string;
  title: string;
  amount: number;
}
const documentsOf = async (person: Person, orderId: string): Promise<Document[]> =>
  (await orderOf(person, orderId)).documents;
const fileOf = (number: string): string => `${number.replaceAll('/', '-')}.pdf`;
const download = (person: Person, orderId: string, number: string, base = 'gig/order') =>
  person.get(`/api/v1/${base}/${orderId}/receipts/${fileOf(number)}`);
const paise = (rupees: number): number => Math.round(rupees * 100);

async function payRest(orderId: string): Promise<void> {
  const { body } = await payRemaining(asha, orderId);
  await verifyRemainingPayment(asha, orderId, app.sandbox.pay(body.orderId, CAPTURED));
}

test('a completed order has an invoice on which its receipts are set off', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  await ownerProposes(owner, orderId, { amount: 500.25, description: 'A contact form' });
  const [change] = (await orderOf(asha, orderId)).changes;
  await buyerAnswers(asha, change._id, 'accept');
  await payRest(orderId);
  await completeOrder(owner, asha, orderId);
  const documents = await documentsOf(asha, orderId);
  expect(documents.map(({ title }) => title)).toEqual(['Receipt', 'Receipt', 'Invoice']);
  const [first, second, invoice] = documents;
  const { total, paid } = await storedOrder(app, orderId);
  expect(paise(invoice?.amount ?? 0)).toBe(total);
  const text = await documentText(app, invoice?.number ?? '');
  expect(text.lines.at(-1)).toMatchObject({ name: 'Change 1: A contact form', amount: 500_25 });
  expect(text.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
  expect(text.after.map(([name]) => name)).toEqual([
    `Receipt ${first?.number}`,
    `Receipt ${second?.number}`,
    'Still to pay',
  ]);
  expect(paise((await orderOf(asha, orderId)).ledger.open)).toBe(total - paid);
  const mail = await app.mail.email(ASHA.email, new RegExp(`^Invoice ${invoice?.number}:`));
  expect(mail.attachments).toMatchObject([{ filename: fileOf(invoice?.number ?? '') }]);

  await payRest(orderId);
  const late = (await documentsOf(asha, orderId)).at(-1);
  expect(late?.title, 'what is invoiced is no advance').toBe('Receipt');
  expect((await documentText(app, late?.number ?? '')).notes).toContain(
    `Received for the invoice ${invoice?.number}.`,
  );
});

test('a refund before the invoice has a refund note, and the invoice is that much smaller', async () => {
  const { orderId, paymentId } = await buy(app, asha);
  await refundPayment(app, owner, paymentId, 100.5);
  await completeOrder(owner, asha, orderId);
  const documents = await documentsOf(asha, orderId);
  expect(documents.map(({ title }) => title)).toEqual(['Receipt', 'Refund note', 'Invoice']);
  const [receipt, note, invoice] = documents;
  const { total } = await storedOrder(app, orderId);
  expect(paise(invoice?.amount ?? 0)).toBe(total - 100_50);
  const text = await documentText(app, note?.number ?? '');
  expect(text.total).toEqual({ label: 'Refunded', amount: 100_50 });
  expect(text.notes[0]).toContain(`receipt ${receipt?.number} of `);
  const last = (await documentText(app, invoice?.number ?? '')).after.at(-1);
  expect(last).toEqual(['Still to pay', '₹0.00']);
});

test('a refund of an invoiced amount is a credit note, and so is an instalment that is waived', async () => {
  const { orderId, paymentId } = await buy(app, asha, { paymentType: 'Milestone' });
  await completeOrder(owner, asha, orderId);
  const rest = (await orderOf(asha, orderId)).parts[1];
  await owner.post(`/api/v1/desk/payments/instalments/${rest._id}/waive`, {});
  await refundPayment(app, owner, paymentId, 10);
  const documents = await documentsOf(asha, orderId);
  expect(documents.map(({ title }) => title)).toEqual([
    ...['Receipt', 'Invoice', 'Credit note', 'Credit note'],
  ]);
  const [, invoice, waived, back] = documents;
  const { total } = await storedOrder(app, orderId);
  const left = paise(invoice?.amount ?? 0) - paise(waived?.amount ?? 0);
  expect(left, 'what the order costs').toBe(total);
  expect(back?.amount).toBe(10);
  const text = await documentText(app, waived?.number ?? '');
  expect(text.total).toEqual({ label: 'Credited', amount: paise(rest.amount) });
  expect(text.notes[0]).toContain(`invoice ${invoice?.number} of `);
});

test('a refund has its document when the bank has made it, and none when it fails', async () => {
  const { orderId, paymentId } = await buy(app, asha);
  app.sandbox.faults.refunds = 'pending';
  await refundPayment(app, owner, paymentId, 50);
  await refundPayment(app, owner, paymentId, 60);
  expect(await documentsOf(asha, orderId)).toHaveLength(1);
  const made = app.sandbox.records().refunds.filter(({ payment_id }) => payment_id === paymentId);
  for (const { id, amount } of made)
    app.sandbox.endRefund(id, amount === 50_00 ? 'processed' : 'failed');
  await deliverWebhooks(app);
  await deliverWebhooks(app);
  const documents = await documentsOf(asha, orderId);
  expect(documents.slice(1)).toMatchObject([{ title: 'Refund note', amount: 50 }]);
});

test('a receipt after a change and a waived part lists both, and a seller without a GST number no tax', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  for (const description of ['A contact form\nwith a map', `A shop ${'of books '.repeat(20)}`]) {
    await ownerProposes(owner, orderId, { amount: 500.25, description });
    const change = (await orderOf(asha, orderId)).changes.at(-1);
    await buyerAnswers(asha, change._id, 'accept');
  }
  const rest = (await orderOf(asha, orderId)).parts[1];
  await owner.post(`/api/v1/desk/payments/instalments/${rest._id}/waive`, {});
  await payRest(orderId);
  const { total } = await storedOrder(app, orderId);
  const text = await documentText(app, (await documentsOf(asha, orderId)).at(-1)?.number ?? '');
  expect(text.lines.slice(-3).map(({ name }) => name)).toEqual([
    'Change 1: A contact form with a map',
    expect.stringMatching(/^Change 2: A shop of books .{80,90}…$/),
    'Milestone 2 of 2, waived',
  ]);
  expect(text.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
  expect(text.before.map(([name]) => name)).toEqual([
    'Order total',
    'Change 1: A contact form with a map',
  ]);
});

test('the documents of an order are its buyer’s and the owner’s', async () => {
  const { orderId } = await completedOrder(app, owner, asha);
  const [receipt, invoice] = await documentsOf(asha, orderId);
  const { orderId: other } = await buy(app, bela);
  for (const number of [receipt?.number ?? '', invoice?.number ?? '']) {
    expect((await download(asha, orderId, number)).status).toBe(200);
    expect((await download(owner, orderId, number, 'desk/orders')).status).toBe(200);
    expect((await download(bela, orderId, number)).status).toBe(404);
    expect((await download(bela, other, number)).status).toBe(404);
  }
});

test('invoices of orders that are completed at once are numbered without gaps', async () => {
  const buyers = await Promise.all(TWENTY_TIMES.map(() => insertBuyer(app)));
  const orders = await Promise.all(
    buyers.map(async ({ person }) => ({ person, ...(await buy(app, person)) })),
  );
  await Promise.all(orders.map(({ person, orderId }) => completeOrder(owner, person, orderId)));
  const numbers = await Promise.all(
    orders.map(async ({ person, orderId }) => (await documentsOf(person, orderId))[1]?.number),
  );
  expect(new Set(numbers).size).toBe(20);
  // `checkDocuments` of the invariants finds gaps.
});

test('an invoice keeps what it says after later edits, and loses its buyer with the account', async () => {
  const { person } = await insertBuyer(app, { name: 'Ottoline Parchment' });
  const { orderId } = await buy(app, person);
  await ownerProposes(owner, orderId, { amount: 10, description: 'A page about Ottoline' });
  const [change] = (await orderOf(person, orderId)).changes;
  await buyerAnswers(person, change._id, 'accept');
  await completeOrder(owner, person, orderId);
  const { db } = app.server.services.store;
  const invoice = () => rowWith(db, 'billing_documents', { order_id: orderId });
  const before = (await invoice()).data;
  await changeRow(app, 'orders', orderId, { buyer_name: 'X' });
  const [, document] = await documentsOf(person, orderId);
  expect((await download(person, orderId, document?.number ?? '')).status).toBe(200);
  expect((await invoice()).data).toBe(before);
  const exported = (await person.get('/api/v1/user/export')).body.invoicesAndRefunds;
  expect(exported).toMatchObject([{ number: document?.number }]);
  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  const after = await invoice();
  expect(JSON.parse(after.data).buyer).toMatchObject({ name: 'Former client', lines: [] });
  expect(after.pdf).toBeNull();
  expect(before).toContain('Change 1: A page about Ottoline');
  expect(after.data).not.toContain('Ottoline');
});

test('a payment after the delivery is confirmed without a date of delivery', async () => {
  const { orderId } = await buy(app, asha, { paymentType: 'Milestone' });
  const number = `#${orderId.slice(-6).toUpperCase()}`;
  const first = await app.mail.email(ASHA.email, /^Order confirmed/, number);
  await completeOrder(owner, asha, orderId);
  await payRest(orderId);
  expect(first.text).toMatch(/Your turn: Say what you need\. .*Delivery is planned for /);
  const rest = await app.mail.email(ASHA.email, /^Payment received/, number);
  expect(rest.text).toContain('Your order is paid in full.');
  expect(rest.text).not.toMatch(/Your turn|Delivery is planned/);
});
