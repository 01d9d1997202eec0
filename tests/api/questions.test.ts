import { expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import { asha, bela, owner, sharePaymentApp } from '../support/payment-app.ts';
import { buy } from '../support/payments.ts';
import { idOf, insertBuyer, PASSWORD, STORE, WEBSITE } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePaymentApp();

const CALL = '/api/v1/communicate';

const ask = (person: Person, more: object = {}) =>
  person.post(`${CALL}/question`, {
    questionId: crypto.randomUUID(),
    gigId: WEBSITE,
    messageText: 'Can you build it in Marathi?',
    ...more,
  });
const write = (person: Person, conversationId: string, messageText: string) =>
  person.post(`${CALL}/send-message`, { conversationId, messageText });
const read = (person: Person, conversationId: string) =>
  person.post(`${CALL}/order/user-conversation`, { conversationId });
const questionsOf = async (person: Person) =>
  (await person.get(`${CALL}/questions`)).body.questions;
const notificationsOf = async (person: Person) => {
  const id = await idOf(person);
  return (await person.get(`/api/v1/notify/client/client-notifications/${id}`)).body.notifications;
};

test('a buyer asks about a gig without an order, and the owner answers in the inbox', async () => {
  const asked = await ask(asha);
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  const { conversationId } = asked.body;
  const { conversations } = (await owner.get(`${CALL}/conversations`)).body;
  expect(conversations[0]).toMatchObject({
    _id: conversationId,
    orderId: null,
    orderStatus: null,
    title: expect.any(String),
    lastMessage: { messageText: 'Can you build it in Marathi?' },
    unread: 1,
  });
  expect((await notificationsOf(owner))[0]).toMatchObject({ orderId: null, conversationId });

  expect((await write(owner, conversationId, 'Yes, I can.')).status).toBe(201);
  const [question] = await questionsOf(asha);
  expect(question).toMatchObject({ _id: conversationId, gigId: WEBSITE, unread: 1 });
  const { messages } = (await read(asha, conversationId)).body;
  expect(messages.map((each: { messageText: string }) => each.messageText)).toEqual([
    'Can you build it in Marathi?',
    'Yes, I can.',
  ]);
  const [notification] = await notificationsOf(asha);
  expect(notification).toMatchObject({ type: 'new_message', orderId: null, conversationId });
});

test('a question takes 20 MB of files, which only its buyer and the owner open', async () => {
  const { person } = await insertBuyer(app);
  const { conversationId } = (await ask(person)).body;
  const attach = (by: Person, megabytes: number, name = 'sketch.txt') =>
    by.post(
      `${CALL}/attachment?conversationId=${conversationId}&name=${name}`,
      Buffer.alloc(megabytes * 1024 * 1024, 'a'),
      { 'Content-Type': 'application/octet-stream' },
    );
  const first = await attach(person, 9);
  expect(first.status, JSON.stringify(first.body)).toBe(201);
  const sent = await person.post(`${CALL}/send-message`, {
    ...{ conversationId, messageText: '', attachments: [first.body.data._id] },
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  expect((await attach(person, 9)).status).toBe(201);
  const full = await attach(person, 9);
  expect(full.status).toBe(409);
  expect(full.body.message).toBe(
    'A question has room for 20 MB of files. Please send a link instead.',
  );
  expect((await attach(owner, 9)).status, 'the owner may always send files').toBe(201);
  expect((await attach(bela, 1)).status).toBe(404);
  expect((await owner.get(first.body.data.url)).status).toBe(200);
  expect((await bela.get(first.body.data.url)).status).toBe(404);
});

test('who has not paid has 20 MB in all, and never takes the room of those who have', async () => {
  const MB = 1024 * 1024;
  const { person, user } = await insertBuyer(app);
  const attach = (by: Person, conversationId: string, size: number) =>
    by.post(
      `${CALL}/attachment?conversationId=${conversationId}&name=sketch.txt`,
      Buffer.alloc(size, 'a'),
      { 'Content-Type': 'application/octet-stream' },
    );
  const questions = [];
  for (let at = 0; at < 3; at += 1) questions.push((await ask(person)).body.conversationId);
  const statuses = [];
  for (const id of questions) statuses.push((await attach(person, id, 9 * MB)).status);
  expect(statuses).toEqual([201, 201, 409]);
  expect((await attach(person, questions[2], 9 * MB)).body.message).toBe(
    'Before you have paid for an order, your questions have room for 20 MB of files. Please send a link instead.',
  );
  // As if many others had filled their room.
  await app.write((tx) =>
    tx
      .updateTable('attachments')
      .set({ size: 2_000 * MB })
      .where('uploader_id', '=', user.id)
      .execute(),
  );
  const { person: stranger } = await insertBuyer(app);
  const strange = (await ask(stranger)).body.conversationId;
  expect((await attach(stranger, strange, 1)).status).toBe(503);
  const { person: payer } = await insertBuyer(app);
  const paid = (await ask(payer)).body.conversationId;
  await buy(app, payer);
  expect((await attach(payer, paid, 1)).status).toBe(201);
});

test('an unanswered question takes twenty messages and 40 kB, and more after each answer', async () => {
  const { person } = await insertBuyer(app);
  const { conversationId } = (await ask(person)).body;
  for (let at = 2; at <= 20; at += 1)
    expect((await write(person, conversationId, `Message ${at}.`)).status).toBe(201);
  const refused = await write(person, conversationId, 'One more.');
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/wait for an answer/) },
  });
  expect((await read(person, conversationId)).body.messages).toHaveLength(20);
  await write(owner, conversationId, 'Yes, I can.');
  // Three bytes for each of 4,000 characters.
  const long = 'म'.repeat(4_000);
  for (let at = 0; at < 3; at += 1)
    expect((await write(person, conversationId, long)).status).toBe(201);
  expect((await write(person, conversationId, long)).status).toBe(409);
  const { orderId } = await buy(app, person);
  expect((await person.post(`${CALL}/send-message`, { orderId, messageText: long })).status).toBe(
    201,
  );
});

test('a question about a gig that does not exist is refused', async () => {
  for (const gigId of ['', crypto.randomUUID()])
    expect((await ask(asha, { gigId })).status, gigId).toBe(404);
});

test('several messages of a question are one unread notification', async () => {
  const { conversationId } = (await ask(bela, { gigId: null })).body;
  await write(owner, conversationId, 'First.');
  await write(owner, conversationId, 'Second.');
  const found = (await notificationsOf(bela)).filter(
    (each: { conversationId: string }) => each.conversationId === conversationId,
  );
  expect(found).toMatchObject([{ message: 'Second.' }]);
});

test('whoever is away gets a mail that leads to the question', async () => {
  const { person, user } = await insertBuyer(app);
  const { conversationId } = (await ask(person)).body;
  await write(owner, conversationId, 'It takes two weeks.');
  app.advance(16 * 60 * 1000);
  app.server.services.outbox.flush();
  const mail = await app.mail.email(user.email, /New messages about a question/);
  expect(mail.text).toContain('It takes two weeks.');
  expect(mail.text).toContain(`/orders?chat=${conversationId}`);
});

test('only its buyer and the owner read a question or write in it', async () => {
  const { conversationId } = (await ask(asha)).body;
  expect((await read(owner, conversationId)).status).toBe(200);
  expect((await read(bela, conversationId)).status).toBe(404);
  expect((await write(bela, conversationId, 'Let me in')).status).toBe(404);
  const taken = await ask(bela, { questionId: conversationId });
  expect(taken.status, 'another person’s id').toBe(404);
  const both = { conversationId, orderId: crypto.randomUUID(), messageText: 'x' };
  expect((await asha.post(`${CALL}/send-message`, both)).status).toBe(400);
  expect((await asha.post(`${CALL}/send-message`, { messageText: 'x' })).status).toBe(400);
});

test('three unanswered questions are the most; an answer makes room', async () => {
  const { person } = await insertBuyer(app);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(person)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = answers.find(({ status }) => status !== 201);
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/Three of your questions wait/) },
  });
  expect(await questionsOf(person)).toHaveLength(3);
  await write(owner, (await questionsOf(person))[0]._id, 'Yes.');
  expect((await ask(person)).status).toBe(201);
  expect((await ask(person)).status).toBe(409);
});

test('the same question sent again is one', async () => {
  const { person } = await insertBuyer(app);
  const questionId = crypto.randomUUID();
  for (let time = 0; time < 3; time += 1) {
    expect((await ask(person, { questionId })).body.conversationId).toBe(questionId);
  }
  expect((await read(person, questionId)).body.messages).toHaveLength(1);
});

test('refuses an empty question beside its field and a gig that is not offered', async () => {
  const empty = await ask(asha, { messageText: '  ' });
  expect(empty).toMatchObject({
    status: 400,
    body: { field: 'messageText', message: 'Please write your question.' },
  });
  expect((await ask(asha, { gigId: crypto.randomUUID() })).status).toBe(404);
});

test('the last question about a gig becomes the conversation of its order', async () => {
  const { person } = await insertBuyer(app);
  const { conversationId } = (await ask(person)).body;
  const other = (await ask(person, { gigId: STORE })).body.conversationId;
  await write(owner, conversationId, 'Please order the Basic package.');
  const { orderId } = await buy(app, person);
  const { body } = await person.post(`${CALL}/order/user-conversation`, { orderId });
  expect(body.conversation._id).toBe(conversationId);
  expect(body.messages).toHaveLength(2);
  expect((await questionsOf(person)).map((each: { _id: string }) => each._id)).toEqual([other]);
  const [notification] = (await notificationsOf(person)).filter(
    (each: { type: string }) => each.type === 'new_message',
  );
  expect(notification).toMatchObject({ orderId, conversationId: null });
});

test('questions go with their buyer’s account', async () => {
  const { person, user } = await insertBuyer(app);
  const { conversationId } = (await ask(person)).body;
  await write(owner, conversationId, 'Yes.');
  const gone = await person.post('/api/v1/user/delete', { password: PASSWORD });
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  const { db } = app.server.services.store;
  const left = await db.selectFrom('users').select('id').where('id', '=', user.id).execute();
  expect(left).toEqual([]);
  expect((await read(owner, conversationId)).status).toBe(404);
});
