import { beforeEach, expect, test } from 'vitest';
import { findOwner, findUserByEmail } from '../../api/modules/accounts/queries.ts';
import { insertAttachment } from '../../api/modules/chat/attachments.ts';
import { findConversationOfOrder } from '../../api/modules/chat/queries.ts';
import type { ReadMail } from '../../api/modules/mail-replies/read-mail.ts';
import { takeProved, takeUnproved } from '../../api/modules/mail-replies/take-answer.ts';
import { iso } from '../../api/platform/clock.ts';
import { newId } from '../../api/platform/ids.ts';
import { asha, owner, sharePeople } from '../support/payment-app.ts';
import { ASHA, paidOrder } from '../support/people.ts';
import { app } from '../support/shared-app.ts';

sharePeople();

let orderId: string;
/** Each in its own conversation, of which a person is told once a day. */
beforeEach(async () => {
  orderId = await paidOrder(app, asha);
  await owner.post('/api/v1/communicate/send-message', { orderId, messageText: 'Shall we begin?' });
});

const mailOf = (more: Partial<ReadMail> = {}): ReadMail => ({
  ...{
    unproved: null,
    key: newId(),
    from: ASHA.email,
    text: 'Yes.',
    quoted: '',
    notes: [],
    files: [],
  },
  ...more,
});
const file = (name: string) => ({ name, bytes: Buffer.from('a plan') });

async function addressee() {
  const { db } = app.server.services.store;
  const [conversation, person] = await Promise.all([
    findConversationOfOrder(db, orderId),
    findUserByEmail(db, ASHA.email),
  ]);
  if (!conversation || !person) throw new Error('there is nobody to answer');
  return { conversation, person };
}

const take = async (mail: ReadMail, { isLast = false, to = addressee() } = {}) => {
  let times = 0;
  const done = async () => {
    times += 1;
  };
  const outcome = await takeProved(app.server.services, await to, mail, { done, isLast });
  expect(times).toBe(1);
  return outcome;
};

async function messages() {
  const { body } = await owner.post('/api/v1/communicate/order/user-conversation', { orderId });
  return body.messages as {
    messageText: string;
    byMail?: { notes: string[] };
    attachments: { name: string }[];
  }[];
}
const countFiles = async () => {
  const { db } = app.server.services.store;
  return (await db.selectFrom('attachments').select('id').execute()).length;
};
const change = (values: { email?: string; is_verified?: 0 | 1 }, email: string = ASHA.email) =>
  app.write((tx) => tx.updateTable('users').set(values).where('email', '=', email).execute());

test('an answer by mail moves a conversation between both sides, like one that is typed', async () => {
  const waits = async () => (await addressee()).conversation.waits_since !== null;
  expect(await waits(), 'the owner has asked').toBe(false);
  await take(mailOf());
  expect(await waits()).toBe(true);
  const { conversation } = await addressee();
  const keeper = await findOwner(app.server.services.store.db);
  if (!keeper) throw new Error('there is no owner');
  await take(mailOf({ text: 'Then on Monday.' }), {
    to: Promise.resolve({ conversation, person: keeper }),
  });
  expect(await waits()).toBe(false);
});

test('an answer is dropped if the account was changed while it was read', async () => {
  const before = await messages();
  const found = await addressee();
  const to = Promise.resolve(found);
  const waiting = mailOf();
  const { services } = app.server;
  const done = async () => {};
  const unproved = () =>
    takeUnproved(services, found, { ...waiting, unproved: 'signature', mail: '1:1' }, done);
  await change({ email: 'new@buyers.example' });
  expect(await take(mailOf(), { to })).toBe('dropped');
  expect(await unproved()).toBe('dropped');
  await change({ email: ASHA.email, is_verified: 0 }, 'new@buyers.example');
  expect(await take(mailOf(), { to })).toBe('dropped');
  expect(await unproved()).toBe('dropped');
  await change({ is_verified: 1 });
  expect(await messages()).toEqual(before);
  expect(await unproved()).toBe('unproved');
  expect(await take(mailOf())).toBe('message');
});

test('ten unproved answers of one sender silence nobody else, and the newest says how many were not kept', async () => {
  const to = await addressee();
  const takeFrom = (from: string) =>
    takeUnproved(
      app.server.services,
      to,
      { ...mailOf({ from }), unproved: 'from', mail: '1:1' },
      async () => {},
    );
  const outcomes: string[] = [];
  for (let at = 0; at < 12; at += 1) outcomes.push(await takeFrom('eve@evil.example'));
  expect(outcomes).toEqual([...Array(10).fill('unproved'), 'dropped', 'dropped']);
  expect(await takeFrom('accounts@buyers.example')).toBe('unproved');
  const { body } = await owner.get(`/api/v1/desk/quotes/of/${to.conversation.id}`);
  expect(body.unproved.map(({ dropped }: { dropped: number }) => dropped)).toEqual([
    ...Array(9).fill(0),
    2,
    0,
  ]);
});

test('an answer arrives without its files while no more can be kept', async () => {
  const { conversation } = await addressee();
  const { services } = app.server;
  const other = await findOwner(services.store.db);
  // Together more than the room of all who have paid.
  const ids = Array.from({ length: 5 }, () => newId());
  const { hash: file_hash } = await services.files.write(Buffer.alloc(1));
  for (const id of ids)
    await insertAttachment(services.store.db, {
      ...{ id, conversation_id: conversation.id, uploader_id: other?.id ?? '' },
      ...{ kind: 'file', name: 'all', mime: 'text/plain', size: 2_100_000_000 },
      ...{ file_hash, width: null, height: null, created_at: iso(services.clock()) },
    });
  const mail = mailOf({ text: 'With the plan.', files: [file('plan.txt')] });
  expect(await take(mail)).toBe('message');
  expect((await messages()).at(-1)).toMatchObject({
    messageText: 'With the plan.',
    attachments: [],
    byMail: { notes: [expect.stringContaining('No more files can be kept just now.')] },
  });
  const told = await app.mail.email(ASHA.email, /^A part of your answer did not arrive/);
  expect(told.text).toContain('plan.txt was not taken.');
  await app.write((tx) => tx.deleteFrom('attachments').where('id', 'in', ids).execute());
});

test('of too many answers at once no file is stored again and again, and at last the person is told', async () => {
  const mail = mailOf({ text: 'One too many.', files: [file('again.txt')] });
  await take(mailOf());
  await app.write((tx) => tx.updateTable('limits').set({ used: 120 }).execute());
  const before = await countFiles();
  await expect(take(mail)).rejects.toMatchObject({ status: 429 });
  expect(await countFiles()).toBe(before);
  expect(await take(mail, { isLast: true })).toBe('refused');
  await app.mail.email(ASHA.email, /^Your answer did not arrive/);
  await app.write((tx) => tx.updateTable('limits').set({ used: 119 }).execute());
  expect(await take(mail)).toBe('message');
});
