import { expect, test } from 'vitest';
import { CLIENT_LEFT, NOTES_LONG } from '../../api/modules/clients/texts.ts';
import { CHANGED_ELSEWHERE } from '../../api/platform/saving/texts.ts';
import { dollarOrderBody, sellInDollars } from '../support/currencies.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import { adminPayments, buy } from '../support/payments.ts';
import {
  ADDRESS,
  endOrdersOf,
  idOf,
  insertAssistant,
  insertBuyer,
  PASSWORD,
} from '../support/people.ts';
import { askQuestion, sendQuote } from '../support/quotes.ts';
import { app } from '../support/shared-app.ts';
import { uploadFile } from '../support/uploads.ts';

sharePaymentApp();

const CLIENTS = '/api/v1/desk/clients';
const CSV = '/api/v1/desk/orders/orders.csv';
const list = async (query = '') => (await owner.get(`${CLIENTS}?${query}`)).body.clients;
const pageOf = async (id: string) => (await owner.get(`${CLIENTS}/${id}`)).body.client;
const saveNotes = (id: string, text: string, version: number) =>
  owner.put(`${CLIENTS}/${id}/notes`, { text, version });
const namesIn = (clients: { name: string }[]) => clients.map(({ name }) => name);

test('clients are those who paid or wrote, and who was in touch last comes first', async () => {
  const { person: stranger } = await insertBuyer(app, { name: 'Only Looks' });
  expect((await stranger.get('/api/v1/gig/order/user-orders')).status).toBe(200);
  const { person: curious } = await insertBuyer(app, { name: 'Curious Kumar' });
  await askQuestion(curious);
  const { orderId } = await buy(app, asha);
  expect(namesIn(await list())).toEqual(['Asha Kulkarni', 'Curious Kumar']);
  app.advance(60_000);
  const message = { orderId, messageText: 'A question about the order.' };
  await curious.post('/api/v1/communicate/question', {
    ...{ questionId: crypto.randomUUID(), gigId: null, messageText: 'And this?' },
  });
  expect(namesIn(await list())).toEqual(['Curious Kumar', 'Asha Kulkarni']);
  app.advance(60_000);
  await asha.post('/api/v1/communicate/send-message', message);
  expect(namesIn(await list())).toEqual(['Asha Kulkarni', 'Curious Kumar']);
});

test('each currency has its own sum of what came in and what is still to be paid', async () => {
  await sellInDollars(app, owner);
  const first = await buy(app, bela, { paymentType: 'Milestone' });
  const whole = await buy(app, bela);
  const dollars = await buy(app, bela, await dollarOrderBody(bela));
  expect((await adminPayments.refund(owner, whole.paymentId, { amount: 1.07 })).status).toBe(200);
  const id = await idOf(bela);
  const rows = await app.server.services.store.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['payments.amount', 'payments.refunded', 'payments.currency', 'orders.total'])
    .where('buyer_id', '=', id)
    .execute();
  const inRupees = rows.filter(({ currency }) => currency === 'INR');
  const kept = inRupees.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
  const expected = [
    {
      ...{ currency: 'INR', received: kept / 100, refunded: 1.07 },
      open: first.cart.totalAmount - first.checkout.amount / 100,
    },
    { currency: 'USD', received: dollars.checkout.amount / 100, refunded: 0, open: 0 },
  ];
  const byCurrency = (money: { currency: string }[]) =>
    money.toSorted((a, b) => a.currency.localeCompare(b.currency));
  const [listed] = await list('find=nagy');
  expect(listed).toMatchObject({ _id: id, orders: 3, isDeleted: false });
  expect(byCurrency(listed.money)).toEqual(expected);
  const page = await pageOf(id);
  expect(byCurrency(page.money)).toEqual(expected);
  expect(page.orders).toHaveLength(3);
  const states = page.payments.map(({ state }: { state: string }) => state);
  expect(states).toHaveLength(4);
  expect(states).toContain('To be paid');
});

test('the page of a client has the orders, quotes, messages and files, and the other orders of one', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Devika Rao' });
  const conversationId = await askQuestion(person);
  await sendQuote(owner, conversationId);
  const addressInfo = { ...ADDRESS, companyName: '100% Spices', companyAddress: 'MG Road 1' };
  const [one, two] = [await buy(app, person, { addressInfo }), await buy(app, person)];
  const upload = `/api/v1/communicate/attachment?orderId=${one.orderId}&name=logo.txt`;
  const type = { 'Content-Type': 'application/octet-stream' };
  const { body: file } = await person.post(upload, Buffer.from('logo'), type);
  await person.post('/api/v1/communicate/send-message', {
    ...{ orderId: one.orderId, messageText: 'My logo.', attachments: [file.data._id] },
  });
  await owner.post(`/api/v1/desk/orders/${two.orderId}/accept`, {});
  await uploadFile(owner, two.orderId, 'work.txt', 'work');
  await owner.post(`/api/v1/desk/orders/${two.orderId}/deliver`, { message: 'Here.' });
  const page = await pageOf(user.id);
  expect(page).toMatchObject({
    ...{ name: 'Devika Rao', email: user.email, orderCount: 2, phone: ADDRESS.phoneNo },
    quotes: [{ title: 'A shop in Marathi', price: 60_000.5, status: 'Sent', conversationId }],
    notes: { text: '', version: 0 },
  });
  expect(page.conversations).toHaveLength(2);
  expect(page.files.map((each: { from: string; name: string }) => [each.from, each.name])).toEqual([
    ['delivery', 'work.txt'],
    ['client', 'logo.txt'],
  ]);
  for (const { url } of page.files) expect((await owner.get(url)).status, url).toBe(200);
  const others = await owner.get(`${CLIENTS}/${user.id}/orders?except=${one.orderId}`);
  expect(others.body).toMatchObject({ orders: [{ _id: two.orderId }], hasMore: false });
  // The account keeps the address of the latest order.
  await buy(app, person, { addressInfo });
  expect(namesIn(await list(`find=${encodeURIComponent('100% SPI')}`))).toEqual(['Devika Rao']);
  expect(await list('find=100_')).toEqual([]);
});

test('an order tells the owner whose it is, and an assistant nothing that leads there', async () => {
  const { orderId } = await buy(app, asha);
  const { order } = (await owner.get(`/api/v1/desk/orders/${orderId}`)).body;
  expect(order.clientId).toBe(await idOf(asha));
  const { person: assistant } = await insertAssistant(app);
  const seen = (await assistant.get(`/api/v1/desk/orders/${orderId}`)).body.order;
  expect(seen.clientId).toBeNull();
  expect((await assistant.get(`${CLIENTS}/${order.clientId}`)).status).toBe(403);
  expect((await assistant.get(CSV)).status).toBe(403);
});

test('of two tabs with notes the second is asked, and a text that is too long changes nothing', async () => {
  await buy(app, asha);
  const id = await idOf(asha);
  expect((await saveNotes(id, 'Prefers calls.', 0)).body.notes).toMatchObject({ version: 1 });
  const second = await saveNotes(id, 'Another tab.', 0);
  expect([second.status, second.body.message]).toEqual([409, CHANGED_ELSEWHERE]);
  const long = await saveNotes(id, 'x'.repeat(50_000), 1);
  expect(long).toMatchObject({ status: 400, body: { field: 'text', message: NOTES_LONG } });
  expect((await pageOf(id)).notes).toMatchObject({ text: 'Prefers calls.', version: 1 });
  // They are the owner's: nothing that the client can call has them.
  const { body: own } = await asha.get('/api/v1/user/export');
  expect(JSON.stringify(own)).not.toContain('Prefers calls.');
  const given = await owner.get(`${CLIENTS}/${id}/data.json`);
  expect(given.body).toMatchObject({ notes: { text: 'Prefers calls.' }, account: own.account });
  expect((await saveNotes(id, '', 1)).body.notes).toMatchObject({ text: '', version: 2 });
});

test('what is left of a deleted account is shown as such, and nothing more is written about it', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Gone Gupta' });
  await buy(app, person);
  expect((await saveNotes(user.id, 'Likes blue.', 0)).status).toBe(200);
  await endOrdersOf(app, user.id);
  const left = await person.post('/api/v1/user/delete', { password: PASSWORD });
  expect(left.status, JSON.stringify(left.body)).toBe(200);
  const page = await pageOf(user.id);
  expect(page).toMatchObject({ name: 'Former client', email: '', isDeleted: true, orderCount: 1 });
  expect(page.notes.text).toBe('');
  expect(JSON.stringify([page, await list()])).not.toContain('Gupta');
  expect((await list()).filter((each: { isDeleted: boolean }) => each.isDeleted)).toHaveLength(1);
  const answer = await saveNotes(user.id, 'Was called Gupta.', 0);
  expect([answer.status, answer.body.message]).toEqual([409, CLIENT_LEFT]);
  expect((await owner.get(`${CLIENTS}/${user.id}/data.json`)).status).toBe(409);
});

test('no page is about staff, or about somebody who never ordered or wrote', async () => {
  const { user: assistant } = await insertAssistant(app);
  const { user: stranger } = await insertBuyer(app);
  for (const id of [await idOf(owner), assistant.id, stranger.id, "no'id", '%'])
    for (const path of ['', '/orders', '/data.json']) {
      const { status } = await owner.get(`${CLIENTS}/${encodeURIComponent(id)}${path}`);
      expect(status, `${id} ${path}`).toBe(404);
    }
  expect((await saveNotes(stranger.id, 'Somebody.', 0)).status).toBe(404);
});

test('the file of orders has what is filtered, and no text of it runs as a formula', async () => {
  const { person, user } = await insertBuyer(app, { name: 'Csv' });
  const firstName = '=HYPERLINK("https://evil.example","Click")';
  const addressInfo = { ...ADDRESS, firstName, companyName: '+SUM(A1)', companyAddress: 'MG Road' };
  await buy(app, person, { addressInfo });
  const linesOf = async (query: string) => {
    const { headers, body } = await owner.get(`${CSV}?${query}`);
    expect(headers.get('content-type')).toContain('text/csv');
    return String(body).trim().split('\r\n').slice(1);
  };
  const [line = '', ...more] = await linesOf(`find=${user.email}`);
  expect(more).toEqual([]);
  expect(line).toContain('"\'=HYPERLINK(""https://evil.example"",""Click"") Kulkarni"');
  expect(line).toContain(",'+SUM(A1),");
  expect(line).toMatch(/,In Progress,Paid,INR,\d+\.\d\d,\d+\.\d\d,0\.00,0\.00,0\.00,\d{4}-/);
  expect(await linesOf('find=nobody-of-this-name')).toEqual([]);
});
