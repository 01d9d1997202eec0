import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ReceiptData } from '../../api/modules/billing/document-data.ts';
import { amountInWords, run as draw } from '../../api/modules/billing/document-pdf.ts';
import { addNextStep } from '../../api/modules/payments/order-emails.ts';
import { completeOrder, documentText, refundPayment } from '../support/documents.ts';
import type { Person } from '../support/http-client.ts';
import { checkCapturedPayments } from '../support/invariants.ts';
import {
  buy,
  CAPTURED,
  orderOf,
  payRemaining,
  placeOrder,
  storedOrder,
  TWENTY_TIMES,
  verifyPayment,
} from '../support/payments.ts';
import { pdfText } from '../support/pdf-text.ts';
import {
  ADDRESS,
  ASHA,
  BELA,
  endOrdersOf,
  insertBuyer,
  orderBody,
  ownerOf,
  PASSWORD,
  signUpBuyer,
} from '../support/people.ts';
import { changeRow, rowWith } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';

// An invented number with a valid check digit.
const GSTIN = '27AAPFU0939F1ZV';

shareApp({
  SELLER_NAME: 'VY Studio',
  SELLER_ADDRESS: '14 Law College Road, Pune 411004',
  SELLER_STATE: 'Maharashtra',
  SELLER_GSTIN: GSTIN,
});

let asha: Person;
let bela: Person;
beforeAll(async () => {
  [asha, bela] = await Promise.all([signUpBuyer(app, ASHA), signUpBuyer(app, BELA)]);
});
afterEach(async () => {
  await checkCapturedPayments(app);
});

const dataOf = async (number: string): Promise<ReceiptData> => {
  const { db } = app.server.services.store;
  const row = await rowWith(db, 'receipts', { number });
  return JSON.parse(row.data);
};

const fileOf = (orderId: string, number: string) =>
  `/api/v1/gig/order/${orderId}/receipts/${number.replaceAll('/', '-')}.pdf`;

/** The bytes of a receipt, as a browser downloads them. */
async function download(person: Person, path: string) {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(app.origin + path, { headers: { Cookie: cookie } });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test('a seller with a GST number shows no struck-out GST, whatever the profile says, and that prices include it', async () => {
  const { body } = await asha.get(`/api/v1/gig/order/checkout/${crypto.randomUUID()}`);
  expect(body).toMatchObject({ status: 'None', struckCharges: false, hasGst: true });
});

test('issues a numbered receipt for each payment to its buyer only', async () => {
  const { orderId, checkout } = await buy(app, asha, { paymentType: 'Milestone' });
  const rest = await payRemaining(asha, orderId);
  await verifyPayment(asha, app.sandbox.pay(rest.body.orderId, CAPTURED));
  const { payments } = await orderOf(asha, orderId);
  const numbers = payments.map((each: { receipt: string }) => each.receipt);
  expect(numbers).toEqual([
    expect.stringMatching(/^VY\/TEST\/\d{4}$/),
    expect.stringMatching(/^VY\/TEST\/\d{4}$/),
  ]);
  const { answer, bytes } = await download(asha, fileOf(orderId, numbers[0]));
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const text = pdfText(bytes, '-layout');
  expect(text).toContain(numbers[0]);
  expect(text).toContain('₹');
  expect(text).toContain('A test: no real money was paid.');
  expect(text).toContain('Milestone 1 of 2');
  expect(text).toContain(GSTIN);
  expect(text.replace(/\s+/g, ' ')).toContain(amountInWords(checkout.amount));
  expect((await dataOf(numbers[0])).payment).toMatchObject({ amount: checkout.amount });
  const theirs = await bela.get(fileOf(orderId, numbers[0]));
  const none = await bela.get(fileOf(crypto.randomUUID(), numbers[0]));
  expect(theirs.status).toBe(404);
  expect(theirs.body).toEqual(none.body);
  for (const bad of [
    'VY/2026-27/9999',
    'VY/TEST/9999',
    'VY/x',
    '../../etc/passwd',
    "VY/2026-27/0001' OR 1=1",
  ]) {
    expect((await asha.get(fileOf(orderId, encodeURIComponent(bad)))).status, bad).toBe(404);
  }
});

test('renders a receipt once however often it is requested', async () => {
  const { orderId } = await buy(app, asha);
  const { payments } = await orderOf(asha, orderId);
  const { db } = app.server.services.store;
  const row = () =>
    db.selectFrom('receipts').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
  const path = fileOf(orderId, payments[0].receipt);
  const answers = await Promise.all(TWENTY_TIMES.map(() => download(asha, path)));
  const { pdf } = await row();
  expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
  expect(answers.filter(({ bytes }) => !bytes.equals(pdf ?? bytes))).toEqual([]);
  // The stored file is served.
  await db
    .updateTable('receipts')
    .set({ pdf: Buffer.from('stored') })
    .execute();
  expect((await download(asha, path)).bytes.toString()).toBe('stored');
  await db.updateTable('receipts').set({ pdf: null }).execute();
});

test('a paper that is drawn again years later is the same file to the byte', async () => {
  const { data } = await rowWith(app, 'receipts', { order_id: (await buy(app, asha)).orderId });
  const first = await draw(data);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100_000_000_000 });
  const again = await draw(data);
  vi.useRealTimers();
  expect(again.equals(first)).toBe(true);
});

test('discards a rendered receipt when its buyer’s account is deleted', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Ottoline Parchment' });
  const { orderId } = await buy(app, person);
  const { payments } = await orderOf(person, orderId);
  await download(person, fileOf(orderId, payments[0].receipt));
  await endOrdersOf(app, user.id);
  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  const { db } = app.server.services.store;
  const stored = await rowWith(db, 'receipts', { order_id: orderId });
  expect(stored.pdf).toBeNull();
});

test('the receipt goes to the confirmed address of the account; the one typed at checkout is only printed', async () => {
  const email = 'somebody-else@buyers.example';
  const { orderId } = await buy(app, asha, { addressInfo: { ...ADDRESS, email } });
  const number = `#${orderId.slice(-6).toUpperCase()}`;
  const mail = await app.mail.email(ASHA.email, /^Order confirmed/, number);
  const { payments } = await orderOf(asha, orderId);
  expect((await dataOf(payments[0].receipt)).buyer.email).toBe(email);
  await completeOrder(await ownerOf(app), asha, orderId);
  await app.mail.email(ASHA.email, /^Invoice /, number);
  expect(app.mail.emails.flatMap(({ to }) => to?.map(({ address }) => address))).not.toContain(
    email,
  );
  expect(mail.attachments).toMatchObject([
    {
      filename: expect.stringMatching(/^VY-TEST-\d{4}\.pdf$/),
      mimeType: 'application/pdf',
    },
  ]);
});

test('keeps the content of an issued receipt after later changes', async () => {
  const { orderId } = await buy(app, asha);
  const { payments } = await orderOf(asha, orderId);
  const before = await dataOf(payments[0].receipt);
  await app.write((tx) =>
    tx.updateTable('users').set({ name: 'Another Name' }).where('email', '=', ASHA.email).execute(),
  );
  await changeRow(app, 'orders', orderId, { buyer_name: 'X' });
  expect(await dataOf(payments[0].receipt)).toEqual(before);
  expect(before.buyer).toMatchObject({ name: 'Asha Kulkarni', state: 'Maharashtra' });
});

test('with a GST number the chain is receipt voucher, refund voucher, tax invoice and credit note', async () => {
  const owner = await ownerOf(app);
  const { orderId, paymentId } = await buy(app, asha);
  await refundPayment(app, owner, paymentId, 118);
  await completeOrder(owner, asha, orderId);
  await refundPayment(app, owner, paymentId, 236);
  const { documents } = await orderOf(asha, orderId);
  expect(documents.map(({ title }: { title: string }) => title)).toEqual([
    ...['Receipt voucher', 'Refund voucher', 'Tax invoice', 'Credit note'],
  ]);
  const [, voucher, invoice, credit] = documents;
  const { total } = await storedOrder(app, orderId);
  expect(invoice.amount * 100).toBe(total - 118_00);
  const taxOf = async (number: string) => {
    const { before } = await documentText(app, number);
    return before.map(([, amount]) => amount);
  };
  expect(await taxOf(voucher.number)).toEqual(['₹100.00', '₹9.00', '₹9.00']);
  expect(await taxOf(credit.number)).toEqual(['₹200.00', '₹18.00', '₹18.00']);
  const { bytes } = await download(asha, fileOf(orderId, invoice.number));
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const text = pdfText(bytes, '-layout');
  expect(text).toContain(GSTIN);
  expect(text).toContain('Still to pay');
});

test('prints dates of emails and receipts in the seller’s time zone', async () => {
  const { orderId } = await buy(app, asha);
  const { clock, store } = app.server.services;
  await store.db
    .updateTable('orders')
    // Evening in Europe is the next morning in India.
    .set({ delivery_date: '2099-11-03T20:00:00.000Z' })
    .where('id', '=', orderId)
    .execute();
  const about = { orderId, side: 'buyer', keepsAction: false } as const;
  const mail = { to: ASHA.email, subject: 'Accepted', paragraphs: [] };
  const { next } = await addNextStep({ store, clock, config: app.server.config }, mail, about);
  expect(next?.note).toContain('Delivery is planned for 4 November 2099.');
  const [{ receipt }] = (await orderOf(asha, orderId)).payments;
  expect(await dataOf(receipt)).toMatchObject({ timeZone: 'Asia/Kolkata' });
});

test('a seller with a GSTIN asks for a state or a country that nobody knows, and takes usual spellings', async () => {
  const at = async (place: object) => {
    const addressInfo = { ...ADDRESS, ...place };
    const placed = await placeOrder(bela, await orderBody(bela, { addressInfo }));
    const saved = await bela.put('/api/v1/gig/order/last-address', { addressInfo });
    expect(saved.status).toBe(placed.status === 201 ? 200 : placed.status);
    return placed;
  };
  for (const state of ['Mumbai', 'Elsewhere', '-'])
    expect(await at({ state })).toMatchObject({
      status: 400,
      body: { field: 'addressInfo.state', message: expect.stringMatching(/from the list/) },
    });
  expect(await at({ country: 'Indya' })).toMatchObject({
    ...{ status: 400, body: { field: 'addressInfo.country' } },
  });
  for (const state of ['M.H.', 'महाराष्ट्र', 'maharastra'])
    expect((await at({ state })).status, state).toBe(201);
  const company = { companyName: 'Acme Pvt Ltd', gstin: '27 aapfu-0939f 1zv' };
  expect((await at(company)).status).toBe(201);
  const { body } = await bela.get('/api/v1/gig/order/last-address');
  expect(body.address.gstin).toBe('27AAPFU0939F1ZV');
});
