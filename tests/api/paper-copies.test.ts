import { beforeAll, expect, test } from 'vitest';
import { completeOrder, refundPayment } from '../support/documents.ts';
import type { Person } from '../support/http-client.ts';
import { owner, sharePaymentApp } from '../support/payment-app.ts';
import { buy } from '../support/payments.ts';
import { ADDRESS, codeFor, insertBuyer } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const CALL = '/api/v1/user/paper-copies';
const COMPANY = { ...ADDRESS, companyName: 'Kulkarni Tea Private Limited' };
const DEPARTMENT = 'accounts@tea.example';

let buyer: Person;
let email: string;
/** What a mail has after the address of the page that stops them. */
let link: string;
beforeAll(async () => {
  const made = await insertBuyer(app, { name: 'Asha Kulkarni' });
  buyer = made.person;
  email = made.user.email;
});

const mailsTo = (address: string) =>
  app.mail.emails.filter((each) => each.to?.[0]?.address === address);
const ask = (to: string) => buyer.post(CALL, { email: to });
const copies = async () => (await buyer.get(CALL)).body.copies;

test('a company’s buyer gives one more address', async () => {
  const { status, body } = await ask(DEPARTMENT);
  expect([status, body.message]).toEqual([409, expect.stringMatching(/companies/)]);
  const saved = await buyer.put('/api/v1/gig/order/last-address', { addressInfo: COMPANY });
  expect(saved.status).toBe(200);
  expect((await ask(email)).body).toMatchObject({ field: 'email' });
  expect((await ask(DEPARTMENT)).status).toBe(200);
  expect(await copies()).toEqual({ email: DEPARTMENT, since: null });
});

test('it gets nothing but a code until the code is typed', async () => {
  const code = await codeFor(app, DEPARTMENT);
  const [asked] = mailsTo(DEPARTMENT);
  expect(`${asked?.subject} ${asked?.text}`).not.toMatch(/Asha|Kulkarni|Tea/);
  await buy(app, buyer, { addressInfo: COMPANY });
  const wrong = code === '111111' ? '222222' : '111111';
  expect((await buyer.post(`${CALL}/confirm`, { code: wrong })).status).toBe(400);
  expect((await buyer.post(`${CALL}/confirm`, { code })).status).toBe(200);
  expect(await copies()).toEqual({ email: DEPARTMENT, since: expect.any(String) });
  const told = await app.mail.email(email, /one more address/, DEPARTMENT);
  expect(told.text).toContain('/settings#billing');
  expect((await buyer.post(`${CALL}/confirm`, { code })).status, 'a code works once').toBe(400);
  expect(mailsTo(DEPARTMENT)).toHaveLength(1);
});

test('it gets a copy of every paper of the company’s orders, and nothing else', async () => {
  await buy(app, buyer);
  const { orderId, paymentId } = await buy(app, buyer, { addressInfo: COMPANY });
  await completeOrder(owner, buyer, orderId);
  await refundPayment(app, owner, paymentId, 100);
  for (const title of [/^Receipt /, /^Invoice /, /^Credit note /])
    await app.mail.email(DEPARTMENT, title);
  const papers = mailsTo(DEPARTMENT);
  expect(papers).toHaveLength(3);
  for (const { attachments, text } of papers) {
    expect(attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf']);
    link = /stop-copies#(\S+)/.exec(text ?? '')?.[1] ?? '';
    expect(link).not.toBe('');
    expect(text).not.toContain(`/orders/${orderId}`);
  }
});

test('each of its mails can stop the copies, by a POST', async () => {
  const stop = (sent: string) => app.visitor().post(`${CALL}/stop`, { token: sent });
  expect((await app.visitor().get(`/stop-copies`)).status).toBe(200);
  expect((await stop(`${link}x`.slice(1))).status).toBe(404);
  expect(await copies()).toMatchObject({ since: expect.any(String) });
  expect((await stop(link)).status).toBe(200);
  expect(await copies()).toBe(null);
  const before = mailsTo(DEPARTMENT).length;
  await buy(app, buyer, { addressInfo: COMPANY });
  expect(mailsTo(DEPARTMENT)).toHaveLength(before);

  // The old link says nothing about another address.
  expect((await ask('other@tea.example')).status).toBe(200);
  expect((await stop(link)).status).toBe(200);
  expect(await copies()).toEqual({ email: 'other@tea.example', since: null });
  expect((await buyer.delete(CALL)).status).toBe(200);
  expect(await copies()).toBe(null);
});

test('the first of two codes still begins copies, to the address that it was mailed to', async () => {
  expect((await ask('first@tea.example')).status).toBe(200);
  const code = await codeFor(app, 'first@tea.example');
  expect((await ask('second@tea.example')).status).toBe(200);
  expect(await copies()).toEqual({ email: 'second@tea.example', since: null });
  expect((await buyer.post(`${CALL}/confirm`, { code })).status).toBe(200);
  expect(await copies()).toMatchObject({ email: 'first@tea.example', since: expect.any(String) });
  expect((await buyer.delete(CALL)).status).toBe(200);
});

test('a code that nobody typed is forgotten, and its address with it', async () => {
  expect((await ask('third@tea.example')).status).toBe(200);
  app.advance(11 * 60_000);
  expect(await copies()).toBe(null);
});
