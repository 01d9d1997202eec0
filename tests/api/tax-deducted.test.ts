import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeductionDto } from '../../api/modules/billing/deduct-tax.ts';
import type { DocumentData } from '../../api/modules/billing/document-data.ts';
import { plainTextOf } from '../../api/modules/billing/document-text.ts';
import { NOT_DEDUCTIBLE } from '../../api/modules/billing/texts.ts';
import { DEDUCTION_CHANGED, PAYMENT_UNDER_WAY } from '../../api/modules/payments/texts.ts';
import { transaction } from '../../db/transaction.ts';
import { setOpensWhenPaid } from '../support/gigs.ts';
import type { Person } from '../support/http-client.ts';
import { type InProcessApp, startInProcessApp } from '../support/in-process-app.ts';
import {
  CAPTURED,
  orderOf,
  placeOrder,
  storedOrder,
  storedPayments,
  verifyPayment,
  verifyRemainingPayment,
} from '../support/payments.ts';
import { ADDRESS, insertBuyer, orderBody, ownerOf, WEBSITE } from '../support/people.ts';
import { uploadFile } from '../support/uploads.ts';

// Invented numbers with valid check digits.
const SELLER = {
  ...{ SELLER_STATE: 'Maharashtra', SELLER_GSTIN: '27AAPFU0939F1ZV' },
  SELLER_ADDRESS: '14 Law College Road, Pune 411004',
};
const COMPANY = {
  ...{ ...ADDRESS, companyName: 'Acme Widgets Pvt Ltd', gstin: '29AAPFU0939F1ZR' },
  ...{ city: 'Bengaluru', state: 'Karnataka' },
};
const CALL = '/api/v1/gig/order';
/** In rupees, of a price with 18 % GST inside: 10 % of what it is without GST, in whole rupees. */
const DEDUCTED: Record<number, number> = { 14999: 1_271, 7499.5: 636 };

let app: InProcessApp;
let owner: Person;
let asha: Person;
let now = new Date('2026-11-23T06:00:00.000Z');

beforeAll(async () => {
  // Each look at the clock is a moment later, so that papers have an order.
  app = await startInProcessApp(() => {
    now = new Date(now.getTime() + 1);
    return now;
  }, SELLER);
  owner = await ownerOf(app);
  asha = (await insertBuyer(app, { name: 'Asha Kulkarni' })).person;
});
afterAll(() => app.close());

const TEN_PERCENT = (amount: number) => ({
  ...{ rule: 'professional', amount: DEDUCTED[amount] ?? 0 },
});

const place = async (more: object = {}, buyer = asha) =>
  placeOrder(buyer, await orderBody(buyer, { addressInfo: COMPANY, ...more }));

/** Places the website for the company, which deducts 10 %. */
async function placeDeducted(paymentType = 'Full') {
  const amount = paymentType === 'Full' ? 14_999 : 7_499.5;
  const { status, body } = await place({ paymentType, deduction: TEN_PERCENT(amount) });
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.amount).toBe((amount - (DEDUCTED[amount] ?? 0)) * 100);
  return body as { orderId: string; amount: number };
}

async function buyDeducted(paymentType = 'Full') {
  const result = app.sandbox.pay((await placeDeducted(paymentType)).orderId, CAPTURED);
  const { status, body } = await verifyPayment(asha, result);
  expect(status, JSON.stringify(body)).toBe(200);
  return { orderId: body.order._id as string, paymentId: result.razorpay_payment_id };
}

const open = (orderId: string, deduction?: object | null) =>
  asha.post(`${CALL}/payRemainingAmount`, { orderId, deduction });

const post = async (person: Person, path: string, sent: object = {}) => {
  const answer = await person.post(`/api/v1/${path}`, sent);
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
};

async function papersOf(orderId: string): Promise<DocumentData[]> {
  const { db } = app.server.services.store;
  const rows = await Promise.all(
    (['receipts', 'billing_documents'] as const).map((table) =>
      db.selectFrom(table).select(['data', 'created_at']).where('order_id', '=', orderId).execute(),
    ),
  );
  return rows
    .flat()
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .map(({ data }) => JSON.parse(data) as DocumentData);
}

const partsOf = async (orderId: string) =>
  app.server.services.store.db
    .selectFrom('instalments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();

test('nobody deducts until the owner turns it on, and then a company with a GSTIN or TAN', async () => {
  const { gstin: _, ...nameOnly } = COMPANY;
  const offered = async (company: object) =>
    (await asha.post(`${CALL}/deductions`, { ...company, amount: 14_999 })).body.deductions.length;
  const sent = { paymentType: 'Full', deduction: TEN_PERCENT(14_999) };
  expect((await place(sent)).body.message).toBe(NOT_DEDUCTIBLE);
  expect(await offered(COMPANY)).toBe(0);
  expect((await owner.put('/api/v1/desk/tax/deductions', { isOn: true })).status).toBe(200);
  expect((await owner.get('/api/v1/desk/tax')).body.tax.takesDeductions).toBe(true);
  expect((await asha.get(`${CALL}/last-address`)).body.takesDeductions).toBe(true);
  expect(await offered(nameOnly), 'a typed name is no company').toBe(0);
  expect((await place({ ...sent, addressInfo: nameOnly })).body.message).toBe(NOT_DEDUCTIBLE);
  const withTan = { ...nameOnly, tan: ' pnea 12345-b ' };
  expect(await offered(withTan)).toBe(4);
  expect((await place({ ...sent, addressInfo: withTan })).status).toBe(201);
  const wrong = { ...nameOnly, tan: 'PNE12345B' };
  expect((await place({ addressInfo: wrong })).body.field).toBe('addressInfo.tan');
});

test('files that open with a part paid less tax wait for the owner, whatever number its buyer types', async () => {
  const { services } = app.server;
  const opens = (opensWhenPaid: boolean) =>
    transaction(services, (tx) => setOpensWhenPaid(tx, { id: WEBSITE, opensWhenPaid }));
  await opens(true);
  const orders = [await buyDeducted(), await buyDeducted()];
  await opens(false);
  const files: string[] = [];
  for (const { orderId } of orders) {
    await post(owner, `desk/orders/${orderId}/accept`);
    files.push(await uploadFile(owner, orderId, 'site.zip', 'the work'));
    await post(owner, `desk/orders/${orderId}/deliver`, { message: 'Here it is.' });
    const [part] = await partsOf(orderId);
    const sent = { part: part?.id, number: 'TYPED1' };
    expect((await asha.put(`${CALL}/${orderId}/certificate`, sent)).status).toBe(200);
  }
  const statuses = () =>
    Promise.all(
      files.map(async (id) => (await asha.get(`/api/v1/gig/delivery/file/${id}`)).status),
    );
  expect(await statuses()).toEqual([402, 402]);
  const [one, other] = orders.map(({ orderId }) => orderId);
  expect((await orderOf(asha, `${one}`)).next).toMatchObject({ turn: 'owner', step: 'openFiles' });
  const waiting = (await owner.get('/api/v1/desk/today?tasks=all')).body.tasks.filter(
    ({ step }: { step?: string }) => step === 'openFiles',
  );
  expect(waiting).toHaveLength(2);
  await post(owner, `desk/orders/${one}/open`);
  expect((await owner.post(`/api/v1/desk/orders/${one}/open`, {})).status).toBe(409);
  expect(await statuses()).toEqual([200, 402]);
  const [part] = await partsOf(`${other}`);
  const sent = { part: part?.id, number: 'NVXYZ12A' };
  await owner.put(`/api/v1/desk/tax/orders/${other}/certificate`, sent);
  expect(await statuses(), 'the certificate is there').toEqual([200, 200]);

  const requestId = crypto.randomUUID();
  const larger = { orderId: one, requestId, revisionDescription: 'Larger, please.' };
  await post(asha, 'gig/order/revision-request', larger);
  await owner.write('PATCH', `/api/v1/desk/revisions/${requestId}`, { status: 'Approved' }, {});
  await post(owner, `desk/orders/${one}/deliver`, { message: 'Larger.' });
  const { timeline } = await orderOf(asha, `${one}`);
  expect(timeline.at(-1).text, 'once opened, later versions are').toBe('Order is now Delivered');
});

test('a company pays less the tax that it deducts, and the order is paid in full', async () => {
  const { orderId } = await buyDeducted();
  expect(await storedOrder(app, orderId)).toMatchObject({
    ...{ total: 14_999_00, paid: 13_728_00, tax_deducted: 1_271_00, balance: 13_728_00 },
  });
  expect((await orderOf(asha, orderId)).paymentInfo).toMatchObject({
    ...{ paymentStatus: 'Paid', totalAmount: 14_999, paidAmount: 13_728, taxDeducted: 1_271 },
    dueAmount: 0,
  });
  const [receipt] = await papersOf(orderId);
  expect(receipt?.tax.taxable, 'GST is due on all of it').toBe(12_711_02);
  const text = receipt ? plainTextOf(receipt) : '';
  for (const line of [
    'Less tax deducted at source: -₹1,271.00',
    'Received: ₹13,728.00',
    'Tax deducted at source: 10 %, Section 393(1), table 6(iii).',
  ])
    expect(text).toContain(line);
  expect(text).not.toContain('Still to pay');

  await post(owner, `desk/orders/${orderId}/accept`);
  await post(owner, `desk/orders/${orderId}/deliver`, { message: 'Here it is.' });
  await post(asha, 'gig/delivery/accept', { orderId });
  const [, invoice] = await papersOf(orderId);
  expect(invoice).toMatchObject({ kind: 'invoice', amount: 14_999_00, open: 0 });
  expect(invoice && plainTextOf(invoice)).toContain('Less tax deducted at source: -₹1,271.00');
});

test('each of two parts has its own choice, also when only the webhook reports the payment', async () => {
  const { orderId } = await buyDeducted('Milestone');
  const { body } = await asha.get(`${CALL}/${orderId}/deductions`);
  expect(body.chosen).toBeNull();
  expect(
    body.deductions.map(({ rule, percent, deducted }: DeductionDto) => [rule, percent, deducted]),
  ).toEqual([
    ['professional', 10, 636],
    ['technical', 2, 127],
    ['contract', 2, 127],
    ['contract-individual', 1, 64],
  ]);
  const opened = await open(orderId, { rule: 'technical', amount: 127 });
  expect(opened.body.amount, JSON.stringify(opened.body)).toBe(7_372_50);
  expect((await orderOf(asha, orderId)).paymentInfo).toMatchObject({
    ...{ paidAmount: 6_863.5, dueAmount: 7_372.5, dueDeduction: 127 },
  });
  app.sandbox.pay(opened.body.orderId, CAPTURED);
  await app.report();
  expect(await storedOrder(app, orderId)).toMatchObject({
    ...{ paid: 14_236_00, tax_deducted: 763_00 },
  });
  expect((await orderOf(asha, orderId)).paymentInfo.paymentStatus).toBe('Paid');
});

test('who has opened a part without a deduction may deduct, and the other way round, until it is paid', async () => {
  const { orderId } = await buyDeducted('Milestone');
  const whole = (await open(orderId)).body;
  expect(whole.amount).toBe(7_499_50);
  const less = (await open(orderId, TEN_PERCENT(7_499.5))).body;
  expect(less.amount).toBe(6_863_50);
  expect(less.orderId).not.toBe(whole.orderId);
  // Without a choice, as a link opens it, it stays as it was chosen.
  expect((await open(orderId)).body).toEqual(less);
  expect((await open(orderId, null)).body, 'one order of the provider for each amount').toEqual(
    whole,
  );
  expect((await open(orderId, TEN_PERCENT(7_499.5))).body).toEqual(less);

  // A dialog that another tab still shows takes the other amount: it is given back.
  const late = app.sandbox.pay(whole.orderId, CAPTURED);
  await app.report();
  expect(
    (await storedPayments(app, orderId)).find(({ id }) => id === late.razorpay_payment_id),
  ).toMatchObject({ status: 'surplus', refunded: 7_499_50 });
  const paid = await verifyRemainingPayment(asha, orderId, app.sandbox.pay(less.orderId, CAPTURED));
  expect(paid.body.order.paymentInfo.paymentStatus).toBe('Paid');
  expect((await open(orderId, null)).status, 'it is paid').toBe(409);
  expect((await partsOf(orderId))[1]).toMatchObject({ tax_deducted: 636_00 });
});

test('nothing changes while a payment of the part is under way', async () => {
  const { orderId } = await buyDeducted('Milestone');
  const { body } = await open(orderId, TEN_PERCENT(7_499.5));
  app.sandbox.pay(body.orderId, { method: 'upi', outcome: 'created' });
  const refused = await open(orderId, null);
  expect([refused.status, refused.body.message]).toEqual([409, PAYMENT_UNDER_WAY]);
  expect((await partsOf(orderId))[1]).toMatchObject({ tax_deducted: 636_00 });
});

test('only a company in India deducts, under a rule of the table, the amount that it saw', async () => {
  const deduction = TEN_PERCENT(14_999);
  const { companyName: _, gstin: __, ...person } = COMPANY;
  const abroad = { ...person, companyName: 'Acme Inc', country: 'United States', state: 'Texas' };
  const refusals = [
    [{ addressInfo: person, deduction }, NOT_DEDUCTIBLE],
    [{ addressInfo: abroad, deduction }, NOT_DEDUCTIBLE],
    [{ deduction: { ...deduction, rule: 'half' } }, NOT_DEDUCTIBLE],
    [{ deduction: { ...deduction, rule: 'constructor' } }, NOT_DEDUCTIBLE],
    [{ deduction: { ...deduction, amount: 1_272 } }, DEDUCTION_CHANGED],
    [{ deduction: { ...deduction, amount: 14_998 } }, DEDUCTION_CHANGED],
  ] as const;
  for (const [more, message] of refusals) {
    const { status, body } = await place(more);
    expect([status, body.message], JSON.stringify(more)).toEqual([409, message]);
  }
  const { person: bela } = await insertBuyer(app);
  const { orderId } = await buyDeducted('Milestone');
  expect((await bela.get(`${CALL}/${orderId}/deductions`)).status).toBe(404);
  const { body } = await asha.post(`${CALL}/deductions`, { ...person, amount: 14_999 });
  expect(body.deductions).toEqual([]);
});

test('tabs that open a part at once with different choices agree on one amount, or are told', async () => {
  const { orderId } = await buyDeducted('Milestone');
  const choices = [null, TEN_PERCENT(7_499.5), { rule: 'technical', amount: 127 }, undefined];
  const answers = await Promise.all([...choices, ...choices].map((each) => open(orderId, each)));
  for (const { status, body } of answers)
    if (status !== 200) expect([status, body.message]).toEqual([409, DEDUCTION_CHANGED]);
  const [, part] = await partsOf(orderId);
  const { body } = await open(orderId);
  expect(body.amount).toBe((part?.amount ?? 0) - (part?.tax_deducted ?? 0));
  const paid = await verifyRemainingPayment(asha, orderId, app.sandbox.pay(body.orderId, CAPTURED));
  expect(paid.body.order.paymentInfo.paymentStatus).toBe('Paid');
});

test('a refund gives back what was received, and its papers undo the deducted share', async () => {
  const { orderId, paymentId } = await buyDeducted();
  const refund = (amount?: number) =>
    owner.post(`/api/v1/desk/payments/${paymentId}/refund`, {
      ...{ refundId: crypto.randomUUID(), amount },
    });
  expect((await refund(14_999)).status, 'more than was received').toBe(409);
  expect((await refund(3_432)).status).toBe(200);
  await app.report();
  expect((await refund()).status).toBe(200);
  await app.report();
  const [, first, last] = await papersOf(orderId);
  expect(first).toMatchObject({ kind: 'refund', amount: 3_432_00 + 317_75, deducted: 317_75 });
  expect(last).toMatchObject({ amount: 10_296_00 + 953_25, deducted: 953_25 });
  expect(last && plainTextOf(last)).toContain('Refunded: ₹10,296.00');
  const order = await storedOrder(app, orderId);
  expect(order).toMatchObject({ refunded: 13_728_00, balance: 0, shown_status: 'Refunded' });
});

test('a cancellation and a rejection give back what was received', async () => {
  const cancelled = await buyDeducted();
  const { cancellation } = await orderOf(asha, cancelled.orderId);
  expect(cancellation.refund).toBe(13_728);
  await post(asha, `gig/order/${cancelled.orderId}/cancel`, { refund: 13_728 });
  const rejected = await buyDeducted();
  await post(owner, `desk/orders/${rejected.orderId}/reject`, { reason: 'No time.' });
  await app.report();
  for (const { orderId } of [cancelled, rejected]) {
    const [payment] = await storedPayments(app, orderId);
    expect(payment).toMatchObject({ amount: 13_728_00, refunded: 13_728_00 });
  }
});

test('a link asks for the amount that its buyer has chosen', async () => {
  const { orderId } = await buyDeducted('Milestone');
  const { body } = await asha.post(`${CALL}/${orderId}/payment-link`, {
    deduction: TEN_PERCENT(7_499.5),
  });
  const token = new URL(body.url).hash.slice(1);
  const call = (what: string) =>
    asha.send('POST', `${CALL}/payment-link/${what}`, token, { Origin: asha.origin });
  expect((await call('read')).body).toMatchObject({ isPaid: false, amount: 6_863.5 });
  expect((await call('open')).body).toMatchObject({ amount: 6_863_50 });
});

test('waiving the rest never takes what was deducted from the total', async () => {
  const { orderId } = await buyDeducted('Milestone');
  const [, rest] = await partsOf(orderId);
  await post(owner, `desk/payments/instalments/${rest?.id}/waive`);
  const order = await storedOrder(app, orderId);
  expect(order.total).toBe(order.paid + order.tax_deducted);
  expect((await orderOf(asha, orderId)).paymentInfo.paymentStatus).toBe('Paid');
});

test('buyer or owner enter the certificate of a paid part, and the owner sees what is awaited', async () => {
  const { orderId } = await buyDeducted('Milestone');
  const [first, second] = await partsOf(orderId);
  const enter = (person: Person, part: string | undefined, number: string) =>
    person.put(`${CALL}/${orderId}/certificate`, { part, number });
  const listed = async () =>
    (await owner.get('/api/v1/desk/tax/deducted')).body.deducted.find(
      ({ _id }: { _id: string }) => _id === first?.id,
    );
  expect(await listed()).toMatchObject({
    ...{ orderId, buyer: 'Acme Widgets Pvt Ltd', year: '2026-27', certificate: null },
    ...{ base: 6_355.51, percent: 10, deducted: 636 },
  });
  expect((await enter(asha, second?.id, 'ABC')).status, 'not paid').toBe(404);
  expect((await enter(asha, first?.id, 'x'.repeat(41))).status).toBe(400);
  const { person: bela } = await insertBuyer(app);
  expect((await enter(bela, first?.id, 'ABC')).status).toBe(404);
  const other = await buyDeducted();
  const [foreign] = await partsOf(other.orderId);
  expect((await enter(asha, foreign?.id, 'ABC')).status, 'of another order').toBe(404);
  expect((await enter(asha, first?.id, 'NVXYZ12A')).status).toBe(200);
  expect((await orderOf(asha, orderId)).parts[0]).toMatchObject({
    ...{ taxDeducted: 636, certificate: 'NVXYZ12A' },
  });
  const sent = { part: first?.id, number: 'NVXYZ12B' };
  await owner.put(`/api/v1/desk/tax/orders/${orderId}/certificate`, sent);
  expect(await listed()).toMatchObject({ certificate: 'NVXYZ12B' });
  const csv = async (year: string) =>
    String((await owner.get(`/api/v1/desk/ledger/deducted.csv?year=${year}`)).body);
  const line = '"Section 393(1), table 6(iii)",10,6355.51,636.00,NVXYZ12B';
  expect(await csv('2026-27')).toContain(line);
  expect((await csv('2025-26')).trim().split('\r\n')).toHaveLength(1);
});

test('a certificate that is late is a task of Today', async () => {
  const late = async () =>
    (await owner.get('/api/v1/desk/today?tasks=all')).body.tasks.find(
      ({ kind }: { kind: string }) => kind === 'certificate',
    );
  expect(await late(), 'the quarter has not ended').toBeUndefined();
  now = new Date('2027-02-16T06:00:00.000Z');
  owner = await ownerOf(app);
  const { count } = await late();
  expect(await late()).toMatchObject({ by: '2027-02-15', buyer: 'Asha Kulkarni' });
  const { orderId, part } = await late();
  const sent = { part, number: 'NVXYZ12A' };
  await owner.put(`/api/v1/desk/tax/orders/${orderId}/certificate`, sent);
  expect((await late()).count).toBe(count - 1);
});
