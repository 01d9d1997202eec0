import { beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/http-client.ts';
import {
  ASHA,
  endOrdersOf,
  insertBuyer,
  ownerOf,
  PASSWORD,
  paidOrder,
  signUpBuyer,
} from '../support/people.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { connectClient } from '../support/socket-client.ts';

shareApp();

let asha: Person;
let owner: Person;
let orderId: string;
beforeAll(async () => {
  [asha, owner] = await Promise.all([signUpBuyer(app, ASHA), ownerOf(app)]);
  orderId = await paidOrder(app, asha);
});

const write = (person: Person, messageText: unknown, more: object = {}) =>
  person.post('/api/v1/communicate/send-message', { orderId, messageText, ...more });
const read = (person: Person, more: object = {}) =>
  person.post('/api/v1/communicate/order/user-conversation', { orderId, ...more });

test('emails an absent participant once in 15 minutes per conversation, and not after they have read', async () => {
  const { outbox, store } = app.server.services;
  const { person: chandra, user } = await insertBuyer(app);
  const hers = { orderId: await paidOrder(app, chandra) };
  const countEmailsTo = (address: string) =>
    app.mail.emails.filter(
      (each) => each.to?.[0]?.address === address && /New messages/.test(each.subject ?? ''),
    ).length;
  const minutes = (count: number) => {
    app.advance(count * 60_000);
    outbox.flush();
  };
  await write(owner, '<b>First</b> & only', hers);
  await write(owner, 'Second', hers);
  minutes(14);
  await write(owner, 'Third', hers);
  minutes(2);
  const mail = await app.mail.email(user.email, /^New messages: /);
  expect(mail.html).toContain('&lt;b&gt;First&lt;/b&gt; &amp; only');
  expect(mail.text).toContain(`/orders/${hers.orderId}`);
  await write(owner, 'Fourth', hers);
  minutes(10);
  expect(countEmailsTo(user.email)).toBe(1);
  const client = await connectClient(app, chandra);
  const { body } = await read(chandra, hers);
  const seen = { conversationId: body.conversation._id, userId: user.id };
  expect(await client.send('markMessagesAsSeen', seen)).toEqual({ success: true });
  client.socket.close();
  minutes(60);
  const waiting = await store.db
    .selectFrom('outbox')
    .selectAll()
    .where('dedupe_key', 'like', `away:${body.conversation._id}:%`)
    .where('sent_at', 'is', null)
    .execute();
  expect(waiting).toEqual([]);
  expect(countEmailsTo(user.email)).toBe(1);
});

test('deletes a person’s messages with the account, also from queued mail', async () => {
  const { store } = app.server.services;
  const { person, user } = await insertBuyer(app);
  const leaving = await paidOrder(app, person);
  const waiting = () =>
    store.db
      .selectFrom('outbox')
      .select(['id', 'dedupe_key'])
      .where('kind', '=', 'message while away')
      .where('sent_at', 'is', null)
      .execute();
  const before = await waiting();
  await write(person, 'My secret plan', { orderId: leaving });
  expect(await waiting()).toHaveLength(before.length + 1);
  await endOrdersOf(app, user.id);
  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  expect(await waiting()).toEqual(before);
});
