import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  draftSummary,
  gatherEvidence,
} from '../../api/modules/dispute-evidence/gather-evidence.ts';
import { hashTerms } from '../../api/modules/orders/agreements/write-agreement.ts';
import { CANCEL_TOO_LATE } from '../../api/modules/orders/cancellation/rules.ts';
import { FILES_CLOSED, HAND_OVER_CHANGED } from '../../api/modules/orders/texts.ts';
import { completeUnansweredDeliveries } from '../../api/modules/payments/order-changes/complete-unanswered-deliveries.ts';
import { remindOfInstalments } from '../../api/modules/payments/remind-of-instalments.ts';
import { DAY, iso } from '../../api/platform/clock.ts';
import { price } from '../../api/platform/money/rules.ts';
import type { Dispute } from '../../db/schema.ts';
import { ADMIN_ORDERS } from '../support/admin-orders.ts';
import { setOpensWhenPaid } from '../support/gigs.ts';
import type { Person } from '../support/http-client.ts';
import { asha, bela, sharePaymentApp } from '../support/payment-app.ts';
import {
  adminPayments,
  buy,
  CAPTURED,
  deliverWebhooks,
  orderOf,
  payRemaining,
  placeOrder,
  sendPut,
  storedOrder,
  storedPayments,
  verifyRemainingPayment,
} from '../support/payments.ts';
import { ASHA, idOf, orderBody, ownerOf, signedIn, WEBSITE } from '../support/people.ts';
import { acceptQuote, askQuestion, quotesIn, sendQuote } from '../support/quotes.ts';
import { rowsWith, rowWith } from '../support/rows.ts';
import { app } from '../support/shared-app.ts';
import { uploadFile } from '../support/uploads.ts';

sharePaymentApp();

let buyer: Person;
let other: Person;
let owner: Person;
let ids: [buyer: string, other: string];
beforeAll(async () => {
  ids = [await idOf(asha), await idOf(bela)];
});

/** Sessions end after days, and tests move the clock. */
async function signInAgain(): Promise<void> {
  buyer = await signedIn(app, ids[0]);
  other = await signedIn(app, ids[1]);
  owner = await ownerOf(app);
}
beforeEach(signInAgain);

async function pass(days: number): Promise<void> {
  app.advance(days * DAY);
  await signInAgain();
}

const adminOrderOf = async (id: string) => (await owner.get(`${ADMIN_ORDERS}/${id}`)).body.order;
const orderStatusOf = async (id: string) => (await storedOrder(app, id)).status;

/** Whether the files of the package open with the payment of the part due on delivery. */
const setSwitch = (opensWhenPaid: boolean) =>
  app.write((tx) => setOpensWhenPaid(tx, { id: WEBSITE, opensWhenPaid }));

let picture: string;
beforeAll(async () => {
  await setSwitch(true);
  const size = { width: 1_200, height: 900, channels: 3 as const };
  const bytes = await sharp({ create: { ...size, background: '#3366aa' } })
    .withExif({ IFD0: { Copyright: 'A secret' } })
    .jpeg()
    .toBuffer();
  picture = bytes.toString('base64');
});

const act = (id: string, step: string, body = {}) =>
  owner.post(`${ADMIN_ORDERS}/${id}/${step}`, body);

const upload = (id: string, name: string, data: string) =>
  uploadFile(owner, id, name, Buffer.from(data, 'base64'));

async function deliver(id: string, message = 'Here it is.') {
  const answer = await act(id, 'deliver', { message });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** The buyer requests a revision, and the owner approves it. */
async function revise(orderId: string): Promise<void> {
  const requestId = crypto.randomUUID();
  const sent = { orderId, requestId, revisionDescription: 'Larger letters, please.' };
  await buyer.post('/api/v1/gig/order/revision-request', sent);
  const path = `/api/v1/desk/revisions/${requestId}`;
  expect((await owner.write('PATCH', path, { status: 'Approved' }, {})).status).toBe(200);
}

/** An order in two milestones whose first is paid, and of which previews are delivered. */
async function previewed() {
  const { orderId } = await buy(app, buyer, { paymentType: 'Milestone' });
  await act(orderId, 'accept');
  const [photo, archive] = [
    await upload(orderId, 'home.jpg', picture),
    await upload(orderId, 'site.zip', Buffer.from('the work').toString('base64')),
  ];
  await deliver(orderId);
  return { orderId, photo, archive };
}

const file = (id: string, kind = 'file', who = buyer) =>
  who.get(`/api/v1/gig/delivery/${kind}/${id}`);
const statusOf = async (id: string) => (await file(id)).status;
const sizeOf = async (id: string, who = buyer, base = '/api/v1/gig/delivery') => {
  const response = await fetch(`${app.origin}${base}/picture/${id}`, {
    headers: { Cookie: [...who.cookies].map((pair) => pair.join('=')).join('; ') },
  });
  const { width, height, exif, format } = await sharp(await response.arrayBuffer()).metadata();
  return { width, height, exif, format };
};

async function payRest(orderId: string) {
  const { body } = await payRemaining(buyer, orderId);
  return app.sandbox.pay(body.orderId, CAPTURED);
}

const openedAt = async (orderId: string) => (await storedOrder(app, orderId)).files_opened_at;
const accept = (orderId: string) => buyer.post('/api/v1/gig/delivery/accept', { orderId });

test('while the part due on delivery is open the buyer sees previews, and a file answers with the part', async () => {
  const { orderId, photo, archive } = await previewed();
  const order = await orderOf(buyer, orderId);
  expect(order).toMatchObject({
    ...{ orderStatus: 'Delivered', isClosed: true, completesAt: null },
    next: { turn: 'buyer', step: 'payToOpen', actions: ['payToOpen'] },
    agreement: { terms: { opensWhenPaid: true } },
    opensWith: [2],
    deliveries: [
      {
        files: [
          { _id: photo, name: 'home.jpg', picture: { width: 1_200, height: 900 } },
          { _id: archive, name: 'site.zip', size: 8, picture: null },
        ],
      },
    ],
  });
  expect(await file(archive)).toMatchObject({
    status: 402,
    body: {
      success: false,
      message: expect.stringMatching(/^The files open with Milestone 2 of 2, ₹[\d,.]+\. Pay it/),
      part: { _id: order.parts[1]._id, amount: order.parts[1].amount },
    },
  });
  expect(await statusOf(photo)).toBe(402);
  expect((await buyer.get(`/api/v1/gig/order/${orderId}/pack`)).status).toBe(409);
  expect((await file(photo, 'file', other)).status).toBe(404);
  expect((await file(photo, 'picture', other)).status).toBe(404);
  expect((await file(archive, 'picture')).status).toBe(404);
  const preview = { width: 600, height: 450, format: 'webp', exif: undefined };
  expect(await sizeOf(photo)).toEqual(preview);
  expect(await sizeOf(photo, owner, ADMIN_ORDERS)).toMatchObject({ width: 1_200, exif: undefined });
  expect((await owner.get(`${ADMIN_ORDERS}/file/${archive}`)).body).toBe('the work');
  const mail = await app.mail.email(ASHA.email, /^Delivered: /);
  expect(mail.text).toContain('the files open with the payment');
  expect(mail.text, 'what the owner wrote').toContain('> Here it is.');
  expect(mail.subject).toContain('Pay to open the files');
});

test('a preview is the delivery: in time, no more cancelling alone, the part due, and no days of acceptance', async () => {
  const { orderId } = await previewed();
  const order = await orderOf(buyer, orderId);
  expect(order.cancellation).toMatchObject({ mayCancel: false, refund: 0 });
  expect(order.parts[1].payBy).not.toBeNull();
  expect(await accept(orderId)).toMatchObject({ status: 409, body: { message: FILES_CLOSED } });
  await pass(8);
  await completeUnansweredDeliveries(app.server.services);
  expect(await orderStatusOf(orderId)).toBe('Delivered');
});

test('who cancels after a preview reads that it is too late, also under revision; a refund by the owner keeps the files closed', async () => {
  const { orderId, archive } = await previewed();
  const { parts } = await orderOf(buyer, orderId);
  const first = parts[0].amount;
  const expectTooLate = async (orderStatus: string, more: object = {}) => {
    const refused = await buyer.post(`/api/v1/gig/order/${orderId}/cancel`, { refund: 0 });
    expect([refused.status, refused.body.message]).toEqual([409, CANCEL_TOO_LATE]);
    expect(await orderOf(buyer, orderId)).toMatchObject({
      ...{ orderStatus, isClosed: true, cancellation: { mayCancel: false, refund: 0 } },
      paymentInfo: { paidAmount: first, dueAmount: parts[1].amount, refundedAmount: 0, ...more },
    });
    expect(await statusOf(archive)).toBe(402);
  };
  await expectTooLate('Delivered');
  await revise(orderId);
  await expectTooLate('Accepted');
  const [payment] = await storedPayments(app, orderId);
  await adminPayments.refund(owner, payment?.id ?? '', { amount: 1_000 });
  await deliverWebhooks(app);
  await expectTooLate('Accepted', { refundedAmount: 1_000 });
  await adminPayments.refund(owner, payment?.id ?? '');
  await deliverWebhooks(app);
  expect(await orderOf(buyer, orderId)).toMatchObject({
    orderStatus: 'Refunded',
    paymentInfo: { paidAmount: first, refundedAmount: first },
  });
  expect(await statusOf(archive)).toBe(402);
});

test('the payment opens the files in its transaction, once; seven days begin; a refund closes nothing', async () => {
  const { orderId, photo, archive } = await previewed();
  await pass(8);
  const result = await payRest(orderId);
  expect((await verifyRemainingPayment(buyer, orderId, result)).status).toBe(200);
  const opened = await openedAt(orderId);
  expect((await file(archive)).body).toBe('the work');
  expect(await sizeOf(photo)).toMatchObject({ width: 1_200 });
  const order = await orderOf(buyer, orderId);
  const open = { isClosed: false, opensWith: [], next: { step: 'acceptDelivery' } };
  expect(order).toMatchObject(open);
  expect((await buyer.get(`/api/v1/gig/order/${orderId}/pack`)).status).toBe(200);
  expect(order.timeline.at(-1).text).toBe('The files of version 1 are open');
  expect(order.completesAt > (opened ?? 'never')).toBe(true);
  await completeUnansweredDeliveries(app.server.services);
  expect(await orderStatusOf(orderId)).toBe('Delivered');
  const paid = await adminPayments.refund(owner, result.razorpay_payment_id);
  expect(paid.status).toBe(200);
  await deliverWebhooks(app);
  expect(await statusOf(archive)).toBe(200);
  expect(await openedAt(orderId)).toBe(opened);
  await pass(8);
  await completeUnansweredDeliveries(app.server.services);
  expect(await orderStatusOf(orderId)).toBe('Completed');
});

test('a payment of which only the reconciler hears opens them, and so do a waived part and the webhook', async () => {
  const heard = await previewed();
  app.sandbox.faults.webhooks.hold = true;
  await payRest(heard.orderId);
  await app.server.reconciler.run();
  expect(await statusOf(heard.archive)).toBe(200);
  app.sandbox.release();

  const waived = await previewed();
  const [, part] = (await orderOf(buyer, waived.orderId)).parts;
  expect(await statusOf(waived.archive)).toBe(402);
  await owner.post(`/api/v1/desk/payments/instalments/${part._id}/waive`, {});
  expect(await statusOf(waived.archive)).toBe(200);

  const hooked = await previewed();
  await payRest(hooked.orderId);
  await deliverWebhooks(app);
  expect(await statusOf(hooked.archive)).toBe(200);
});

test('a later version of closed files is closed, and of open ones open', async () => {
  const { orderId } = await previewed();
  await revise(orderId);
  const second = await upload(orderId, 'site.zip', Buffer.from('again').toString('base64'));
  await deliver(orderId, 'Larger.');
  expect(await statusOf(second)).toBe(402);
  await payRest(orderId);
  await deliverWebhooks(app);
  expect(await statusOf(second)).toBe(200);
  const { timeline } = await orderOf(buyer, orderId);
  expect(timeline.at(-1).text).toBe('The files of version 2 are open');
});

test('a preview that is not paid for in sixty days: what reminds of it, who may end it, and what stays', async () => {
  const { orderId, photo, archive } = await previewed();
  const { parts } = await orderOf(buyer, orderId);
  const { paid } = await storedOrder(app, orderId);
  const end = () => act(orderId, 'end', { refund: 0 });
  const begun = app.server.services.clock();
  for (let day = 0; day <= 60; day += 1) {
    if (day > 0) await pass(1);
    await remindOfInstalments(app.server.services);
    await completeUnansweredDeliveries(app.server.services);
    const { ending } = await adminOrderOf(orderId);
    expect([await orderStatusOf(orderId), ending?.refund], `day ${day}`).toEqual([
      ...['Delivered', day < 14 ? undefined : 0],
    ]);
    if (day === 13) expect((await end()).status).toBe(409);
  }
  const told = (await rowsWith(app, 'notifications', { order_id: orderId }))
    .filter((row) => row.user_id === ids[0] && row.created_at > iso(begun))
    .map(({ created_at, message }) => [
      Math.floor((Date.parse(created_at) - begun.getTime()) / DAY),
      message.split(':')[0],
    ]);
  const part = `Milestone 2 of 2, ${price(parts[1].amount, 'INR')}`;
  expect(told, 'the days of the reminders').toEqual([
    [0, `${part}, is due today`],
    [3, `${part}, is overdue`],
  ]);
  expect(await statusOf(archive)).toBe(402);
  const late = await payRemaining(buyer, orderId);
  expect(late.body.amount).toBe(parts[1].amount * 100);
  expect((await end()).status).toBe(200);
  expect(await orderOf(buyer, orderId)).toMatchObject({
    orderStatus: 'Cancelled',
    paymentInfo: { dueAmount: 0, owedAmount: 0, refundedAmount: 0 },
  });
  expect([await statusOf(archive), await statusOf(photo)]).toEqual([402, 402]);
  expect(await sizeOf(photo)).toMatchObject({ width: 600 });
  // The bank was slow: what no longer fits goes back, and opens nothing.
  app.sandbox.pay(late.body.orderId, CAPTURED);
  await deliverWebhooks(app);
  expect(await statusOf(archive)).toBe(402);
  expect((await storedOrder(app, orderId)).paid).toBe(paid);
});

test('the last part is paid in two tabs while the file is fetched: each answer is whole, one payment counts', async () => {
  const { orderId, archive } = await previewed();
  const tabs = await Promise.all([payRemaining(buyer, orderId), payRemaining(buyer, orderId)]);
  const [checkout, ...others] = new Set(tabs.map(({ body }) => body.orderId));
  expect(others, 'one checkout for both').toEqual([]);
  const result = app.sandbox.pay(checkout, CAPTURED);
  expect(() => app.sandbox.pay(checkout, CAPTURED)).toThrow('already paid');
  const verify = () => verifyRemainingPayment(buyer, orderId, result);
  const [fetched, ...verified] = await Promise.all([
    Promise.all(Array.from({ length: 12 }, () => file(archive))),
    ...[verify(), verify()],
  ]);
  for (const { status, body } of fetched)
    expect(status === 200 ? body : status).toBe(status === 200 ? 'the work' : 402);
  expect(verified.map(({ status }) => status)).toEqual([200, 200]);
  await deliverWebhooks(app);
  expect(await file(archive)).toMatchObject({ status: 200, body: 'the work' });
  const { timeline, paymentInfo } = await orderOf(buyer, orderId);
  expect(timeline.filter(({ text }: { text: string }) => /files of version/.test(text))).toEqual([
    expect.objectContaining({ text: 'The files of version 1 are open' }),
  ]);
  expect(paymentInfo.dueAmount).toBe(0);
  expect(await storedPayments(app, orderId)).toHaveLength(2);
});

test('where a file cannot be drawn the owner adds a picture of it before the delivery is told', async () => {
  const { orderId } = await buy(app, buyer, { paymentType: 'Milestone' });
  await act(orderId, 'accept');
  const id = await upload(orderId, 'site.zip', Buffer.from('zip').toString('base64'));
  const add = (data: string) =>
    owner.put(`${ADMIN_ORDERS}/${orderId}/files/${id}/picture`, { data });
  expect(await add('data:text/plain;base64,eA==')).toMatchObject({
    ...{ status: 400, body: { field: 'data' } },
  });
  expect((await add(`data:image/jpeg;base64,${picture}`)).status).toBe(200);
  await deliver(orderId);
  expect(await sizeOf(id)).toMatchObject({ width: 600 });
  expect((await add(`data:image/jpeg;base64,${picture}`)).status).toBe(404);
});

test('what is drafted against a dispute says that closed files are closed', async () => {
  const { orderId } = await previewed();
  const { config, store } = app.server.services;
  const draft = async () => draftSummary(store.db, config, await storedOrder(app, orderId));
  expect(await draft()).toContain('the files open with a payment that has not arrived.');
  await payRest(orderId);
  await deliverWebhooks(app);
  expect(await draft()).toContain('the buyer can open every file in their account.');
});

test('of a link the buyer sees that it is there and a preview of its picture, and the address once it is paid', async () => {
  const { orderId } = await buy(app, buyer, { paymentType: 'Milestone' });
  await act(orderId, 'accept');
  const add = (address: string, name?: string) => act(orderId, 'links', { address, name });
  for (const wrong of ['http://work.example', 'https://me:key@work.example', 'https://work', ''])
    expect((await add(wrong)).status, wrong).toBe(400);
  expect((await add(`https://work.example/${'x'.repeat(500)}`)).status).toBe(400);
  const { body } = await add(' HTTPS://Work.Example:443/a b ', 'The site');
  await add('plain.example');
  const link = body.file._id;
  const data = `data:image/jpeg;base64,${picture}`;
  const pictured = await sendPut(owner, `${ADMIN_ORDERS}/${orderId}/files/${link}/picture`, {
    data,
  });
  expect(pictured.status, JSON.stringify(pictured.body)).toBe(200);
  expect((await adminOrderOf(orderId)).waiting).toMatchObject([
    { name: 'The site', isLink: true, address: 'https://work.example/a%20b' },
    { name: 'Link', isLink: true, address: 'https://plain.example/' },
  ]);
  await deliver(orderId);
  const filesOf = async () => (await orderOf(buyer, orderId)).deliveries[0].files;
  const seen = [
    { _id: link, name: 'The site', picture: { width: 1_200, height: 900 } },
    { _id: expect.any(String), name: 'Link', picture: null },
  ].map((file) => ({ ...file, isLink: true, size: 0, note: null }));
  expect(await filesOf()).toEqual(seen);
  const hidden = [
    ...['/api/v1/user/export', `/api/v1/gig/order/${orderId}`, '/api/v1/gig/order/my-orders'],
    ...[`/api/v1/gig/delivery/${orderId}`, `/api/v1/gig/delivery/file/${link}`],
    ...[`/api/v1/gig/delivery/archive/${link}`, '/api/v1/notification'],
  ];
  for (const path of hidden) {
    const answer = JSON.stringify(await buyer.get(path));
    expect(answer, path).not.toContain('work.example');
    expect(answer, path).not.toContain('plain.example');
  }
  expect(await statusOf(link)).toBe(402);
  expect(await sizeOf(link)).toMatchObject({ width: 600, height: 450 });
  const mail = await app.mail.email(ASHA.email, /^Delivered: /);
  expect(mail.text).not.toContain('work.example');
  const { deliveries } = await adminOrderOf(orderId);
  expect(deliveries[0].files[0].address).toBe('https://work.example/a%20b');
  const evidence = async () => {
    const order = await storedOrder(app, orderId);
    const dispute = { payment_id: 'pay_1', amount: 100, currency: 'INR', reason: 'x' } as Dispute;
    const { config, store } = app.server.services;
    return JSON.stringify(await gatherEvidence(store.db, config, { order, dispute }));
  };
  expect(await evidence()).toContain('Link: The site, its address opens with the payment');
  expect(await evidence()).not.toContain('work.example');

  await payRest(orderId);
  await deliverWebhooks(app);
  const address = { address: 'https://work.example/a%20b' };
  expect(await filesOf()).toMatchObject([{ ...seen[0], ...address }, seen[1]]);
  expect(await evidence()).toContain('Link: The site, https://work.example/a%20b');
  const opened = await fetch(`${app.origin}/api/v1/gig/delivery/file/${link}`, {
    redirect: 'manual',
    headers: { Cookie: [...buyer.cookies].map((pair) => pair.join('=')).join('; ') },
  });
  expect([opened.status, opened.headers.get('Location')]).toEqual([302, address.address]);
  expect((await file(link, 'file', other)).status).toBe(404);
  const exported = await buyer.get('/api/v1/user/export');
  expect(JSON.stringify(exported.body)).toContain(`/api/v1/gig/delivery/file/${link}`);
});

test('a quote agrees the same; parts due after the hand-over keep nothing closed', async () => {
  const conversation = await askQuestion(buyer);
  const parts = [
    { title: 'Start', amount: 20_000, due: 'accepting' },
    { title: 'Launch', amount: 40_000.5, due: 'completion' },
  ];
  const id = await sendQuote(owner, conversation, { opensWhenPaid: true, parts });
  const [quote] = await quotesIn(buyer, conversation);
  expect(quote.terms.opensWhenPaid).toBe(true);
  const { body } = await acceptQuote(buyer, id);
  app.sandbox.pay(body.orderId, CAPTURED);
  await deliverWebhooks(app);
  const delivered = await upload(body.order, 'a.zip', 'eA==');
  await deliver(body.order);
  expect(await statusOf(delivered)).toBe(200);
  expect(await openedAt(body.order)).not.toBeNull();
});

test('who has read something else about the files is asked to read again, and nothing is placed', async () => {
  const sent = await orderBody(other, { paymentType: 'Milestone' });
  const refused = { status: 409, body: { message: HAND_OVER_CHANGED } };
  expect(await placeOrder(other, { ...sent, opensWhenPaid: false })).toMatchObject(refused);
  expect(await placeOrder(other, { ...sent, opensWhenPaid: true })).toMatchObject({ status: 201 });
  // The same checkout, after the switch was turned off: the agreement stays as it was.
  await setSwitch(false);
  expect(await placeOrder(other, { ...sent, opensWhenPaid: false })).toMatchObject({ status: 409 });
  expect(await placeOrder(other, { ...sent, opensWhenPaid: true })).toMatchObject({ status: 201 });
});

test('without the switch an agreement has no such key, and files open when they are delivered', async () => {
  await setSwitch(false);
  const { orderId, archive } = await previewed();
  expect(await statusOf(archive)).toBe(200);
  const { json, sha256 } = await rowWith(app, 'agreements', { order_id: orderId });
  expect(json).not.toContain('opensWhenPaid');
  expect(hashTerms(JSON.parse(json))).toEqual({ json, sha256 });
  const { draft } = await rowWith(app, 'quotes', {
    id: await sendQuote(owner, await askQuestion(other), { opensWhenPaid: false }),
  });
  expect(draft).not.toContain('opensWhenPaid');
});
