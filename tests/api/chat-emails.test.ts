import { beforeAll, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
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

const MINUTES = 60_000;
const later = (ms: number) => {
  app.advance(ms);
  app.server.services.outbox.flush();
};
const mailsTo = (address: string, subject = /^New messages/) =>
  app.mail.emails.filter(
    (each) => each.to?.[0]?.address === address && subject.test(each.subject ?? ''),
  );
const mailsWaiting = async (): Promise<string[]> => {
  const waiting = app.server.services.store.db
    .selectFrom('outbox')
    .select('dedupe_key')
    .where('kind', '=', 'message while away')
    .where('sent_at', 'is', null);
  return (await waiting.execute()).map((each) => each.dedupe_key);
};

async function see(person: Person, userId: string, order: { orderId: string }) {
  const client = await connectClient(app, person);
  const { body } = await read(person, order);
  const seen = { conversationId: body.conversation._id, userId };
  expect(await client.send('markMessagesAsSeen', seen)).toEqual({ success: true });
  client.socket.close();
}

test('mails what nobody has seen for two minutes, then not before fifteen, each message once', async () => {
  const { person: chandra, user } = await insertBuyer(app);
  const hers = { orderId: await paidOrder(app, chandra) };
  await write(owner, '<b>First</b> & only', hers);
  later(1.5 * MINUTES);
  await write(owner, 'Second\nof two lines', hers);
  expect(mailsTo(user.email)).toEqual([]);
  later(MINUTES);
  const mail = await app.mail.email(user.email, /^New messages: /);
  expect(mail.html).toContain('&lt;b&gt;First&lt;/b&gt; &amp; only\n\nSecond');
  expect(mail.text).toContain('> Second\n> of two lines');
  expect(mail.text).toContain(`/orders/${hers.orderId}`);

  await write(owner, 'Third', hers);
  later(3 * MINUTES);
  await write(owner, 'Fourth', hers);
  later(8 * MINUTES);
  expect(mailsTo(user.email)).toHaveLength(1);
  later(5 * MINUTES);
  const next = await app.mail.email(user.email, /^New messages: /, 'Fourth');
  expect(next.text).toContain('> Third');
  expect(next.text).not.toContain('Second');
  expect(mailsTo(user.email)).toHaveLength(2);

  // After a quarter of an hour of silence two minutes are enough again.
  later(20 * MINUTES);
  await write(owner, 'x'.repeat(4_000), hers);
  await write(owner, 'Fifth', hers);
  await write(owner, 'Sixth', hers);
  later(2.5 * MINUTES);
  const long = await app.mail.email(user.email, /^New messages: /, 'And 2 more messages.');
  expect(long.text).not.toContain('Fifth');
});

test('mails no message that was seen in an open tab, and everything else as ever', async () => {
  const { person: deepa, user } = await insertBuyer(app);
  const hers = { orderId: await paidOrder(app, deepa) };
  const before = await mailsWaiting();
  await write(owner, 'Are you there?', hers);
  expect(await mailsWaiting()).toHaveLength(before.length + 1);
  await see(deepa, user.id, hers);
  const accepted = await owner.post(`/api/v1/desk/orders/${hers.orderId}/accept`, {});
  expect(accepted.status).toBe(200);
  await see(deepa, user.id, hers);
  later(60 * MINUTES);
  await app.mail.email(user.email, /accepted/i);
  expect(await mailsWaiting()).toEqual(before);
  expect(mailsTo(user.email)).toEqual([]);
});

test('a message that arrives while a mail is being sent is in the next one', async () => {
  const { services } = app.server;
  const { person, user } = await insertBuyer(app);
  const hers = { orderId: await paidOrder(app, person) };
  const before = await mailsWaiting();
  await write(owner, 'Early', hers);
  const [key = ''] = (await mailsWaiting()).filter((each) => !before.includes(each));
  // A sender takes a mail by moving its time.
  await transaction(services, (tx) =>
    tx
      .updateTable('outbox')
      .set({ next_try_at: new Date(services.clock().getTime() + 3 * MINUTES).toISOString() })
      .where('dedupe_key', '=', key)
      .execute(),
  );
  await write(owner, 'Meanwhile', hers);
  later(4 * MINUTES);
  const first = await app.mail.email(user.email, /^New messages: /, 'Early');
  expect(first.text).not.toContain('Meanwhile');
  later(15 * MINUTES);
  const second = await app.mail.email(user.email, /^New messages: /, 'Meanwhile');
  expect(second.text).not.toContain('Early');
});

test('deletes a person’s messages with the account, also from queued mail', async () => {
  const { person, user } = await insertBuyer(app);
  const leaving = await paidOrder(app, person);
  const before = await mailsWaiting();
  await write(person, 'My secret plan', { orderId: leaving });
  expect(await mailsWaiting()).toHaveLength(before.length + 1);
  await endOrdersOf(app, user.id);
  expect((await person.post('/api/v1/user/delete', { password: PASSWORD })).status).toBe(200);
  expect(await mailsWaiting()).toEqual(before);
});
