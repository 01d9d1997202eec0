import { beforeAll, expect, test } from 'vitest';
import { endAssistants } from '../support/assistants.ts';
import type { Person } from '../support/http-client.ts';
import { insertAssistant, insertBuyer, ownerOf, paidOrder } from '../support/people.ts';
import { askQuestion } from '../support/quotes.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { connectClient } from '../support/socket-client.ts';
import { tasksOfKind } from '../support/today.ts';
import { insertUnproved, keptUntil } from '../support/unproved-answers.ts';

shareApp();

const BASE = '/api/v1';
const WORDS = 'Yes, begin on Monday.';

let owner: Person;
beforeAll(async () => {
  owner = await ownerOf(app);
});

const unprovedIn = async (conversationId: string) =>
  (await owner.get(`${BASE}/desk/quotes/of/${conversationId}`)).body.unproved;
const dismiss = (person: Person, id: string) =>
  person.delete(`${BASE}/desk/unproved-answers/${id}`);
const listedBy = async (person: Person, conversationId: string) => {
  const { conversations } = (await person.get(`${BASE}/communicate/conversations?limit=50`)).body;
  return conversations.find(({ _id }: { _id: string }) => _id === conversationId);
};
const inboxOf = async (person: Person): Promise<number> =>
  (await person.get(`${BASE}/desk/waiting`)).body.counts.inbox;

test('an answer that nobody is proved to have written is shown to the owner alone, with why and until when', async () => {
  const { person: buyer } = await insertBuyer(app);
  const { person: assistant } = await insertAssistant(app);
  const conversationId = await askQuestion(buyer);
  const id = await insertUnproved(app, conversationId);
  const [answer] = await unprovedIn(conversationId);
  expect(answer).toEqual({
    ...{ _id: id, from: 'accounts@elsewhere.example', text: WORDS, files: ['plan.pdf'] },
    ...{ why: 'It came from another address than the client’s.', dropped: 0 },
    receivedAt: expect.any(String),
    keptUntil: keptUntil(answer.receivedAt),
  });
  const others = [
    await buyer.post(`${BASE}/communicate/order/user-conversation`, { conversationId }),
    await buyer.get(`${BASE}/quote/of/${conversationId}`),
    await buyer.get(`${BASE}/communicate/questions`),
    await buyer.get(`${BASE}/user/export`),
    await assistant.post(`${BASE}/communicate/order/user-conversation`, { conversationId }),
    await assistant.get(`${BASE}/communicate/conversations`),
    await assistant.get(`${BASE}/desk/quotes/of/${conversationId}`),
  ];
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 403]);
  expect(JSON.stringify(others.map(({ body }) => body))).not.toMatch(/begin on Monday|elsewhere/);
  expect((await listedBy(assistant, conversationId)).unproved).toBe(0);
  expect((await dismiss(assistant, id)).status).toBe(403);
  expect((await dismiss(buyer, id)).status).toBe(403);
  await endAssistants();
});

test('a dismissed answer is gone with its words, and an open dashboard follows', async () => {
  const { person: buyer } = await insertBuyer(app);
  const conversationId = await askQuestion(buyer);
  const id = await insertUnproved(app, conversationId);
  const [desk, other] = await Promise.all([connectClient(app, owner), connectClient(app, buyer)]);
  expect((await dismiss(owner, id)).body.message).toBe('The answer is dismissed.');
  expect(await desk.waitFor('orderChanged', ({ orderId }) => orderId === null)).toEqual({
    orderId: null,
  });
  expect(other.bodiesOf('orderChanged')).toEqual([]);
  expect(await unprovedIn(conversationId)).toEqual([]);
  const { db } = app.server.services.store;
  const row = await db
    .selectFrom('unproved_answers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ sender: '', text: '', files: '[]' });
  expect(await dismiss(owner, id)).toMatchObject({
    status: 404,
    body: { message: 'This answer no longer waits for you.' },
  });
  desk.socket.close();
  other.socket.close();
});

test('a conversation with an unproved answer waits on Today and in the inbox, also before its first message', async () => {
  const { person: buyer } = await insertBuyer(app);
  const { person: assistant } = await insertAssistant(app);
  const orderId = await paidOrder(app, buyer);
  const opened = await buyer.post(`${BASE}/communicate/order/user-conversation`, { orderId });
  const conversationId = opened.body.conversation._id;
  expect(await listedBy(owner, conversationId)).toBeUndefined();
  const before = [await inboxOf(owner), await inboxOf(assistant)];
  const ids = [
    await insertUnproved(app, conversationId),
    await insertUnproved(app, conversationId),
  ];
  expect(await listedBy(owner, conversationId)).toMatchObject({ unread: 0, unproved: 2 });
  expect(await listedBy(assistant, conversationId)).toBeUndefined();
  expect(await tasksOfKind(owner, 'message')).toContainEqual(
    expect.objectContaining({ conversation: expect.objectContaining({ orderId, unproved: 2 }) }),
  );
  expect([await inboxOf(owner), await inboxOf(assistant)]).toEqual([
    (before[0] ?? 0) + 1,
    before[1],
  ]);
  for (const id of ids) expect((await dismiss(owner, id)).status).toBe(200);
  expect(await inboxOf(owner)).toBe(before[0]);
  expect(await listedBy(owner, conversationId)).toBeUndefined();
  await endAssistants();
});
