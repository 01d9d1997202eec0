import { expect, test } from 'vitest';
import { orderNumber } from '../../api/modules/orders/order-number-rules.ts';
import { MINUTE } from '../../api/platform/clock.ts';
import { refundPayment } from '../support/documents.ts';
import type { Person } from '../support/http-client.ts';
import { asha, owner, sharePaymentApp } from '../support/payment-app.ts';
import { buy } from '../support/payments.ts';
import { insertAssistant, ownerOf } from '../support/people.ts';
import { rowWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';
import { startTestApp } from '../support/test-app.ts';

// Invented numbers with valid check digits.
const PUNE = '27AAPFU0939F1ZV';
const BENGALURU = '29AAPFU0939F1ZR';
const SELLER = {
  ...{ gstin: PUNE, sac: '998314', name: 'VY Studio LLP', state: 'Maharashtra' },
  address: '14 Law College Road, Pune 411004',
};
const PATH = '/api/v1/desk/tax/seller';

sharePaymentApp();

const read = async (who = owner) => (await who.get('/api/v1/desk/tax')).body.tax.seller;
const save = async (changes: object, who: Person = owner) =>
  who.put(PATH, { ...changes, version: (await read(owner)).version });
const db = () => app.server.services.store.db;
const receiptOf = async (orderId: string) => rowWith(db(), 'receipts', { order_id: orderId });
const sellerOf = async (orderId: string) => JSON.parse((await receiptOf(orderId)).data).seller;
const lastLine = async () =>
  db().selectFrom('audit_log').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow();

test('the next paper says what the owner has saved, and those before stay byte for byte', async () => {
  const { orderId: before } = await buy(app, asha);
  const issued = await receiptOf(before);
  expect(JSON.parse(issued.data).seller.gstin).toBeNull();
  const saved = await save({ ...SELLER, gstin: ' 27aap\u200bfu0939-f1zv ', sac: '9983\u00ad14' });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect(await read()).toMatchObject({ ...SELLER, version: 1, fixed: {} });
  const { orderId } = await buy(app, asha);
  expect(await sellerOf(orderId)).toEqual(SELLER);
  expect((await receiptOf(before)).data).toBe(issued.data);
  const { body } = await asha.get(`/api/v1/gig/order/checkout/${crypto.randomUUID()}`);
  expect(body).toMatchObject({ hasGst: true, struckCharges: false });
});

test('the change is mailed to the owner and stands in the audit log before and after', async () => {
  app.mail.emails.length = 0;
  expect((await save({ name: 'VY Works LLP' })).status).toBe(200);
  const mail = await app.mail.email(app.server.config.ownerEmail, /What your papers say/);
  expect(mail.text).toContain('VY Studio LLP → VY Works LLP');
  expect(mail.text).toContain('If this was not you');
  const line = await lastLine();
  expect(line).toMatchObject({ action: 'PUT /desk/tax/seller', role: 'owner', status: 200 });
  expect(JSON.parse(line.changes)).toEqual({ Name: ['VY Studio LLP', 'VY Works LLP'] });
  expect((await save({ name: 'VY Works LLP' })).status).toBe(200);
  expect(JSON.parse((await lastLine()).changes), 'nothing was changed').toEqual({});
});

test('another number is refused while an order has vouchers under the one before, and it is named', async () => {
  const { orderId: open } = await buy(app, asha);
  const moved = { gstin: BENGALURU, state: 'Karnataka', address: '1 MG Road, Bengaluru' };
  const stored = await read();
  for (const changes of [moved, { gstin: '' }]) {
    const refused = await save(changes);
    expect([refused.status, refused.body.field]).toEqual([409, 'gstin']);
    expect(refused.body.message).toContain(`#${orderNumber(open)}`);
    expect(refused.body.message).toContain(PUNE);
  }
  expect(await read()).toEqual(stored);
  expect((await save({ address: '15 Law College Road, Pune 411004' })).status).toBe(200);

  // Declined and refunded at once, or completed and paid.
  const unfinished = await db()
    .selectFrom('receipts')
    .innerJoin('orders', 'orders.id', 'receipts.order_id')
    .select(['orders.id', 'receipts.payment_id', 'receipts.data'])
    .where('orders.shown_status', '=', 'In Progress')
    .execute();
  const [first, ...others] = unfinished.filter(({ data }) => JSON.parse(data).seller.gstin);
  await owner.post(`/api/v1/desk/orders/${first?.id}/reject`, { reason: 'No time' });
  for (const { id } of others) {
    await owner.post(`/api/v1/desk/orders/${id}/accept`);
    await owner.post(`/api/v1/desk/orders/${id}/deliver`, { message: 'Here it is.' });
    expect((await asha.post('/api/v1/gig/delivery/accept', { orderId: id })).status).toBe(200);
  }
  await expect.poll(async () => (await save(moved)).status).toBe(200);
  const { orderId, paymentId } = await buy(app, asha);
  expect((await sellerOf(orderId)).gstin).toBe(BENGALURU);

  // What is refunded later carries the number of the paper that it corrects, also when the bank sends it back.
  const [finished] = others;
  await refundPayment(app, owner, finished?.payment_id ?? '', 10);
  await refundPayment(app, owner, paymentId, 10);
  const sellers = async (id = '') => {
    const papers = db().selectFrom('billing_documents').select(['kind', 'data']);
    const found = await papers
      .where('order_id', '=', id)
      .where('refund_id', 'is not', null)
      .execute();
    return found.map(({ kind, data }) => [kind, JSON.parse(data).seller]);
  };
  await expect
    .poll(() => sellers(finished?.id))
    .toEqual([['credit', expect.objectContaining({ gstin: PUNE, state: 'Maharashtra' })]]);
  await expect
    .poll(() => sellers(orderId))
    .toEqual([['refund', expect.objectContaining({ gstin: BENGALURU, state: 'Karnataka' })]]);
});

test('assistants, visitors, buyers and an owner who has not confirmed change nothing', async () => {
  const stored = await read();
  const { person: assistant } = await insertAssistant(app);
  expect((await save({ name: 'Mallory' }, assistant)).status).toBe(403);
  expect((await assistant.get('/api/v1/desk/tax')).status).toBe(403);
  expect((await save({ name: 'Mallory' }, asha)).status).toBe(403);
  expect((await save({ name: 'Mallory' }, app.visitor())).status).toBe(401);
  const late = await ownerOf(app);
  app.advance(11 * MINUTE);
  const { version } = stored;
  const refused = await late.put(PATH, { name: 'Mallory', version });
  expect([refused.status, refused.headers.get('x-confirm')]).toEqual([403, 'needed']);
  expect(await read()).toEqual(stored);
});

test('an import of content brings no seller', async () => {
  const stored = await read();
  const { body } = await owner.get('/api/v1/desk/content');
  expect(JSON.stringify(body)).not.toContain(BENGALURU);
  const content = { ...body, seller: { ...SELLER, name: 'Mallory' }, settings: { seller: SELLER } };
  await owner.post('/api/v1/desk/content', content);
  expect(await read()).toEqual(stored);
});

test.each([
  [{ gstin: '29AAPFU0939F1ZX' }, 'gstin', /not the GST number/],
  [{ gstin: `${'2'.repeat(100_000)}` }, 'gstin', /15 characters/],
  [{ state: 'Kerala' }, 'state', /whose code begins/],
  [{ state: 'Texas' }, 'state', /from the list/],
  [{ address: '\u200b' }, 'address', /registered address/],
  [{ address: 'x'.repeat(301) }, 'address', /at most 300/],
  [{ name: 'Line\u0000' }, 'name', /./],
  [{ sac: '123456' }, 'sac', /begins with 99/],
])('what no paper can say is refused beside its field: %#', async (changes, field, message) => {
  const refused = await save(changes);
  expect([refused.status, refused.body.field]).toEqual([400, field]);
  expect(refused.body.message).toMatch(message);
});

test('what the server sets wins, is named and cannot be changed; the rest can', async () => {
  const set = await startTestApp({
    SELLER_ADDRESS: SELLER.address,
    ...{ SELLER_STATE: SELLER.state, SELLER_GSTIN: PUNE },
  });
  const its = await ownerOf(set);
  expect(await read(its)).toMatchObject({
    ...{ gstin: PUNE, name: '', version: 0 },
    fixed: { gstin: 'SELLER_GSTIN', address: 'SELLER_ADDRESS', state: 'SELLER_STATE' },
  });
  const refused = await its.put(PATH, { gstin: BENGALURU, state: 'Karnataka', version: 0 });
  expect([refused.status, refused.body.field]).toEqual([400, 'gstin']);
  const partly = await its.put(PATH, { address: 'Elsewhere', version: 0 });
  expect(partly.body.message).toContain('SELLER_ADDRESS');
  expect((await its.put(PATH, { name: 'VY Studio LLP', sac: '9983', version: 0 })).status).toBe(
    200,
  );
  const { services } = set.server;
  const { seller } = await its.get('/api/v1/desk/tax').then(({ body }) => body.tax);
  expect(seller).toMatchObject({ gstin: PUNE, name: 'VY Studio LLP', sac: '9983', version: 1 });
  const legal = await services.store.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'legal facts of the installation')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(legal.value)).toMatchObject({ name: 'VY Studio LLP', gstin: PUNE });
  await set.close();
});
