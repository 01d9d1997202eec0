import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as texts from '../../api/modules/deliveries/rules.ts';
import {
  MAX_OPEN_PINS,
  MAX_PAGES,
  MAX_PINS,
  MAX_REPLIES,
  UNKNOWN_FILE,
} from '../../api/modules/deliveries/rules.ts';
import { REQUEST_USED } from '../../api/modules/orders/revisions/rules.ts';
import { MINUTE } from '../../api/platform/clock.ts';
import { ADMIN_ORDERS } from '../support/admin-orders.ts';
import { PIXEL } from '../support/full-database.ts';
import type { Person } from '../support/http-client.ts';
import { insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { rowsWith } from '../support/rows.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { uploadFile } from '../support/uploads.ts';

shareApp();

const BUYER = '/api/v1/gig/delivery';
const STAFF = ADMIN_ORDERS;

let buyer: Person;
let buyerId: string;
let other: Person;
let owner: Person;
let orderId: string;
let file: string;
beforeAll(async () => {
  owner = await ownerOf(app);
  other = (await insertBuyer(app)).person;
});

/** A buyer with an order of which the first version is delivered: a picture and an archive. */
beforeEach(async () => {
  const { person, user } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  [buyer, buyerId] = [person, user.id];
  orderId = await paidOrder(app, person);
  await owner.post(`${ADMIN_ORDERS}/${orderId}/accept`);
  await upload('home.png', PIXEL);
  await upload('site.zip', Buffer.from('the work').toString('base64'));
  await deliver({ message: 'Here it is.' });
  file = (await fileNamed('home.png'))._id;
});

const upload = (name: string, data: string) =>
  uploadFile(owner, orderId, name, Buffer.from(data, 'base64'));
async function deliver(body: object) {
  const answer = await owner.post(`${ADMIN_ORDERS}/${orderId}/deliver`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
const orderOf = async () => (await buyer.get(`/api/v1/gig/order/${orderId}`)).body.order;
const fileNamed = async (name: string) =>
  (await orderOf()).deliveries[0].files.find((each: { name: string }) => each.name === name);
const pinsOf = async (who = buyer, base = BUYER) =>
  (await who.get(`${base}/pins/${orderId}`)).body.pins;

const place = (more: object = {}) => ({
  ...{ _id: crypto.randomUUID(), file, x: 125, y: 1_000, text: 'This button is too small.' },
  ...more,
});
const point = (more: object = {}, who = buyer, base = BUYER) =>
  who.post(`${base}/pins`, place(more));
async function pinned(more: object = {}, who = buyer, base = BUYER): Promise<string> {
  const _id = crypto.randomUUID();
  const answer = await point({ _id, ...more }, who, base);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return _id;
}
const reply = (pin: string, text: string, who = owner, base = STAFF) =>
  who.post(`${base}/pins/${pin}/replies`, { _id: crypto.randomUUID(), text });
const resolve = (pin: string, isResolved = true, who = buyer, base = BUYER) =>
  who.put(`${base}/pins/${pin}/resolved`, { isResolved });
const approve = (id: string) =>
  owner.write('PATCH', `/api/v1/desk/revisions/${id}`, { status: 'Approved' }, {});
const request = (body: object, who = buyer) =>
  who.post('/api/v1/gig/order/revision-request', {
    ...{ orderId, revisionDescription: 'Please look at the pins.' },
    ...body,
  });

async function nextVersion() {
  const { _id } = (await request({})).body.data[0];
  await approve(_id);
  await deliver({ message: 'The next version.' });
}

test('both sides point at a picture, answer, and resolve one by one', async () => {
  const first = await pinned();
  const second = await pinned({ text: 'Do you like this blue?', x: 0, y: 0 }, owner, STAFF);
  expect((await reply(first, 'How large?')).status).toBe(201);
  expect((await reply(second, 'I do.', buyer, BUYER)).status).toBe(201);
  expect((await resolve(second)).status).toBe(200);
  const pins = await pinsOf();
  expect(pins).toMatchObject([
    {
      ...{ _id: first, version: 1, number: 1, file, page: 1, x: 125, y: 1_000, by: 'buyer' },
      ...{ text: 'This button is too small.', resolvedBy: null, revision: null, answeredIn: null },
      replies: [{ by: 'owner', text: 'How large?' }],
    },
    { _id: second, number: 2, by: 'owner', resolvedBy: 'buyer', replies: [{ by: 'buyer' }] },
  ]);
  expect(await pinsOf(owner, STAFF)).toEqual(pins);
  expect((await fileNamed('home.png')).pins).toBe(1);
  await resolve(second, false, owner, STAFF);
  expect((await fileNamed('home.png')).pins).toBe(2);
});

test('a pin outside, without words, on nothing or on a page that a picture has not is refused', async () => {
  for (const wrong of [{ x: -1 }, { y: 1_001 }, { x: 12.5 }, { x: '5' }, { page: 0 }]) {
    const { status, body } = await point(wrong);
    expect([status, body.message], JSON.stringify(wrong)).toEqual([400, texts.PIN_OUTSIDE]);
  }
  expect((await point({ text: ' \u200B ' })).body.message).toBe(texts.PIN_TEXT_NEEDED);
  expect((await point({ text: 'x'.repeat(1_001) })).status).toBe(400);
  const archive = await fileNamed('site.zip');
  for (const wrong of [{ file: archive._id }, { page: 2 }]) {
    const { status, body } = await point(wrong);
    expect([status, body.message]).toEqual([409, texts.NOTHING_TO_POINT_AT]);
  }
  expect(await pinsOf()).toEqual([]);
});

test('each page of a document can be pointed at, and a picture that the owner adds to it is its first', async () => {
  await upload('plan.pdf', Buffer.from('%PDF-1.7 the plan').toString('base64'));
  const { waiting } = (await owner.get(`${ADMIN_ORDERS}/${orderId}`)).body.order;
  const data = `data:image/png;base64,${PIXEL}`;
  const added = await owner.write(
    'PUT',
    `${ADMIN_ORDERS}/${orderId}/files/${waiting[0]._id}/picture`,
    { data },
    {},
  );
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  await nextVersion();
  for (const page of [1, 2, MAX_PAGES + 1]) await pinned({ file: waiting[0]._id, page });
  expect((await point({ file: waiting[0]._id, page: MAX_PAGES + 2 })).body.message).toBe(
    texts.PIN_OUTSIDE,
  );
  const pages = (await pinsOf()).map(({ page }: { page: number }) => page);
  expect(pages).toEqual([1, 2, MAX_PAGES + 1]);
});

test('nobody points at, reads, answers or resolves what is not theirs, or a file that is not delivered', async () => {
  const pin = await pinned();
  expect((await point({}, other)).status).toBe(404);
  expect((await other.get(`${BUYER}/pins/${orderId}`)).status).toBe(404);
  expect((await reply(pin, 'Mine.', other, BUYER)).status).toBe(404);
  expect((await resolve(pin, true, other)).status).toBe(404);
  expect((await buyer.get(`${STAFF}/pins/${orderId}`)).status).toBe(403);
  const theirs = await paidOrder(app, other);
  const mixed = await request({ orderId: theirs, pins: [pin] }, other);
  expect(mixed.body.message).toBe(texts.PINS_GONE);
  expect(await rowsWith(app, 'revisions', { order_id: theirs })).toEqual([]);
  await upload('next.png', PIXEL);
  const [waiting] = (await owner.get(`${ADMIN_ORDERS}/${orderId}`)).body.order.waiting;
  expect((await point({ file: waiting._id })).status).toBe(404);
  expect((await point({ file: waiting._id }, owner, STAFF)).status).toBe(404);
});

test('a file that is replaced while the buyer looks is another one: pins stay with what they were set on', async () => {
  const address = `${BUYER}/picture/${file}`;
  const looked = await buyer.get(address);
  await pinned();
  const { _id } = (await request({ pins: [] })).body.data[0];
  await approve(_id);
  await upload('home.png', PIXEL);
  const [wrong] = (await owner.get(`${ADMIN_ORDERS}/${orderId}`)).body.order.waiting;
  await owner.delete(`${ADMIN_ORDERS}/${orderId}/files/${wrong._id}`);
  for (const [who, base] of [[buyer], [owner, STAFF]] as const)
    expect((await point({ file: wrong._id }, who, base)).body.message).toBe(UNKNOWN_FILE);
  await upload('home.png', PIXEL);
  await deliver({ message: 'Larger.' });
  expect(await buyer.get(address)).toMatchObject({ status: 200, body: looked.body });
  const { files } = (await orderOf()).deliveries[1];
  await pinned({ file: files[0]._id });
  await pinned();
  expect(await pinsOf()).toMatchObject([
    { version: 1, number: 1, file },
    { version: 1, number: 2, file },
    { version: 2, number: 1, file: files[0]._id },
  ]);
});

test('HTML is words, a repeated call is one pin, and hidden characters have the form of all texts', async () => {
  const _id = crypto.randomUUID();
  const text = '<img src=x onerror=alert(1)>';
  for (let time = 0; time < 3; time += 1) expect((await point({ _id, text })).status).toBe(201);
  expect((await point({ _id, text: 'Other words.' })).body.message).toBe(texts.PIN_ID_USED);
  expect(await pinsOf()).toMatchObject([{ text, number: 1 }]);
});

test('open pins of a version and answers to a pin are bounded', async () => {
  const pin = await pinned();
  const row = (await rowsWith(app, 'delivery_pins', { id: pin }))[0];
  if (!row) throw new Error('the pin is not stored');
  const more = Array.from({ length: MAX_OPEN_PINS - 1 }, (_, at) => ({
    ...{ ...row, id: crypto.randomUUID(), number: at + 2 },
  }));
  await app.write((tx) => tx.insertInto('delivery_pins').values(more).execute());
  expect((await point()).body.message).toBe(texts.MANY_OPEN_PINS);
  await resolve(pin);
  await pinned();
  expect((await resolve(pin, false)).body.message).toBe(texts.MANY_OPEN_PINS);
  const answers = Array.from({ length: MAX_REPLIES }, (_, at) => ({
    ...{ id: crypto.randomUUID(), pin_id: pin, side: 'owner' as const, text: `Answer ${at}` },
    created_at: row.created_at,
  }));
  await app.write((tx) => tx.insertInto('pin_replies').values(answers).execute());
  expect((await reply(pin, 'One more.')).body.message).toBe(texts.MANY_REPLIES);
});

test('an order takes 500 pins, however many of them are resolved', async () => {
  await resolve(await pinned());
  const [row] = await rowsWith(app, 'delivery_pins', { file_id: file });
  if (!row) throw new Error('the pin is not stored');
  const more = Array.from({ length: MAX_PINS - 2 }, (_, at) => ({
    ...{ ...row, id: crypto.randomUUID(), number: at + 2 },
  }));
  await app.write(async (tx) => {
    for (let from = 0; from < more.length; from += 100)
      await tx
        .insertInto('delivery_pins')
        .values(more.slice(from, from + 100))
        .execute();
  });
  await pinned();
  expect((await point()).body.message).toBe(texts.MANY_PINS);
  await nextVersion();
  expect((await point({}, owner, STAFF)).body.message).toBe(texts.MANY_PINS);
  expect((await pinsOf()).length).toBe(MAX_PINS);
});

test('a pin that both resolve at once is resolved by one of them', async () => {
  for (let round = 0; round < 5; round += 1) {
    const pin = await pinned();
    const answers = await Promise.all([
      resolve(pin),
      resolve(pin, true, owner, STAFF),
      resolve(pin),
      resolve(pin, true, owner, STAFF),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { resolvedBy } = (await pinsOf()).at(-1);
    if (resolvedBy === 'buyer') await resolve(pin, true, owner, STAFF);
    else await resolve(pin);
    expect((await pinsOf()).at(-1).resolvedBy).toBe(resolvedBy);
  }
});

test('pins set at once have different numbers', async () => {
  await Promise.all(Array.from({ length: 8 }, () => pinned()));
  const numbers = (await pinsOf()).map(({ number }: { number: number }) => number);
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('one revision is requested from chosen open pins, and the next version says which it answers', async () => {
  const [first, second, third] = [await pinned(), await pinned(), await pinned()];
  await resolve(third);
  expect((await request({ pins: [first, third] })).body.message).toBe(texts.PINS_GONE);
  expect((await orderOf()).usedRevisions).toBe(0);
  const requestId = crypto.randomUUID();
  const asked = await request({ requestId, pins: [first, second, first] });
  expect(asked.body).toMatchObject({
    message: 'Revision requested successfully.',
    data: [
      {
        _id: requestId,
        pins: [
          { version: 1, number: 1 },
          { version: 1, number: 2 },
        ],
      },
    ],
  });
  expect((await request({ requestId, pins: [first, second] })).status).toBe(201);
  expect((await request({ requestId, pins: [first] })).body.message).toBe(REQUEST_USED);
  expect((await orderOf()).usedRevisions).toBe(1);
  await approve(requestId);
  await deliver({ message: 'Larger.' });
  expect((await pinsOf()).map(({ answeredIn }: { answeredIn: number }) => answeredIn)).toEqual([
    ...[2, 2, null],
  ]);
  const { deliveries } = await orderOf();
  expect(deliveries[0].answers).toBeUndefined();
  expect(deliveries[1].answers).toEqual([
    { version: 1, number: 1 },
    { version: 1, number: 2 },
  ]);
});

test('the owner names the pins that a version answers, of this order only', async () => {
  const [first, second] = [await pinned(), await pinned()];
  const { _id } = (await request({ pins: [first] })).body.data[0];
  await approve(_id);
  const path = `${ADMIN_ORDERS}/${orderId}/deliver`;
  const wrong = await owner.post(path, { message: 'Larger.', answers: [crypto.randomUUID()] });
  expect([wrong.status, wrong.body.message]).toEqual([409, texts.UNKNOWN_PIN]);
  await deliver({ message: 'Larger.', answers: [second] });
  expect((await orderOf()).deliveries[1].answers).toEqual([{ version: 1, number: 2 }]);
});

test('the same request without pins counts and answers as before', async () => {
  const { body, status } = await request({});
  expect(status).toBe(201);
  expect(body.data[0]).not.toHaveProperty('pins');
});

test('on a closed order pins are read and nothing more', async () => {
  const pin = await pinned();
  await buyer.post(`${BUYER}/accept`, { orderId });
  const text = texts.pinsAreClosed('Completed');
  for (const answer of [await point(), await reply(pin, 'Late.'), await resolve(pin)])
    expect([answer.status, answer.body.message]).toEqual([409, text]);
  expect(await pinsOf()).toHaveLength(1);
});

const noticesOf = async (userId: string) =>
  (await rowsWith(app, 'notifications', { order_id: orderId })).filter(
    (row) => row.user_id === userId && row.message.includes('commented'),
  );
const mailsOf = () =>
  app.mail.emails.filter(({ text }) => /Pin text|(first|second) answer/.test(text ?? ''));

test('a burst of pins is one notification and one mail, which is not sent to who has seen them', async () => {
  const ownerId = (await rowsWith(app, 'users', { role: 'owner' }))[0]?.id ?? '';
  for (let at = 0; at < 35; at += 1) await pinned({ text: `Pin text ${at}` });
  expect(await noticesOf(ownerId)).toMatchObject([
    {
      type: 'revision',
      message: expect.stringMatching(/^Asha Kulkarni has commented on the delivery: /),
    },
  ]);
  const before = mailsOf().length;
  app.advance(3 * MINUTE);
  await expect.poll(() => mailsOf().length).toBe(before + 1);
  const text = mailsOf().at(-1)?.text ?? '';
  expect(text).toContain('Version 1, pin 1: Pin text 0');
  expect(text).toContain('And 15 more.');

  const [pin] = await pinsOf();
  await reply(pin._id, 'The first answer.');
  await reply(pin._id, 'The second answer.');
  expect(await noticesOf(buyerId)).toMatchObject([{ read_at: null }]);
  expect((await buyer.post(`${BUYER}/pins/${orderId}/seen`)).status).toBe(200);
  expect((await noticesOf(buyerId))[0]?.read_at).not.toBeNull();
  app.advance(3 * MINUTE);
  await pinned({ text: 'Pin text afterwards' });
  app.advance(16 * MINUTE);
  await expect.poll(() => mailsOf().length).toBe(before + 2);
  expect(mailsOf().at(-1)?.text).toContain('Pin text afterwards');
});
