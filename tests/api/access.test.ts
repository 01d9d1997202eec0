import { beforeAll, expect, test } from 'vitest';
import { ASSISTANT_ROUTES } from '../../api/modules/accounts/assistants/permissions.ts';
import { insertRequest } from '../../api/modules/case-studies/queries.ts';
import { insertAttachment } from '../../api/modules/chat/attachments.ts';
import { openConversation } from '../../api/modules/chat/queries.ts';
import { insertNotification } from '../../api/modules/notifications/queries.ts';
import { agreementTerms } from '../../api/modules/orders/agreements/rules.ts';
import { hashTerms } from '../../api/modules/orders/agreements/write-agreement.ts';
import { insertOrder } from '../../api/modules/orders/queries.ts';
import { insertInstalments } from '../../api/modules/payments/checkout.ts';
import { insertChange } from '../../api/modules/payments/order-changes/queries.ts';
import { DAY, later, MINUTE } from '../../api/platform/clock.ts';
import { newId } from '../../api/platform/ids.ts';
import type { Db } from '../../db/database.ts';
import type { User } from '../../db/schema.ts';
import type { Answer, Person } from '../support/http-client.ts';
import { agreementOf, insertAssistant, insertBuyer, ownerOf, WEBSITE } from '../support/people.ts';
import { callsOf, confirmationsOf } from '../support/routes.ts';
import { app, shareApp } from '../support/shared-app.ts';
import { ACCESS, CALLERS, type Caller, type ObjectIds } from './access-table.ts';

shareApp({}, { publishProgram: ['-e', ''] });

let calls: string[];
beforeAll(async () => {
  calls = callsOf(app.server.routes);
});

/** Creates a buyer with a session and one object of each kind. */
async function createObjects(): Promise<{ person: Person; objectIds: ObjectIds; email: string }> {
  const { person, user } = await insertBuyer(app);
  const { body } = await person.get('/api/v1/user/sessions');
  const [sessionId, userId] = [body.data[0]._id, user.id];
  // Before the transaction, because a file is named in one of its own.
  const { hash } = await app.server.services.files.write(Buffer.from('notes'));
  // In one transaction: each commit takes processor time.
  const inserted = await app.write(async (tx) => {
    const orderId = await insertUnpaidOrder(tx, user);
    const about = { orderId, userId, hash, now: user.created_at };
    return { orderId, ...(await insertConversation(tx, about)) };
  });
  return {
    person,
    objectIds: { sessionId, gigId: WEBSITE, userId, ...inserted },
    email: user.email,
  };
}

async function insertUnpaidOrder(db: Db, user: User): Promise<string> {
  const now = user.created_at;
  const order = await insertOrder(db, {
    id: newId(),
    buyer_id: user.id,
    checkout_id: crypto.randomUUID(),
    status: 'In Progress',
    payment_type: 'Full',
    currency: 'INR',
    total: 5_000_00,
    paid: 0,
    refunded: 0,
    lost: 0,
    failed_at: now,
    items: '[]',
    address: '{}',
    buyer_name: user.name,
    buyer_email: user.email,
    delivery_days: 3,
    max_revisions: 1,
    used_revisions: 1,
    delivery_date: null,
    is_test: 1,
    paid_at: null,
    created_at: now,
    updated_at: now,
  });
  if (!order) throw new Error('a new checkout was an order already');
  await db.insertInto('agreements').values(agreementOf(order)).execute();
  await insertInstalments(
    db,
    [{ title: 'Full payment', amount: order.total, due: 'accepting', payBy: null }],
    { orderId: order.id, at: now },
  );
  return order.id;
}

/** Inserts a conversation with a file, a notification and a revision request. */
async function insertConversation(
  db: Db,
  about: { orderId: string; userId: string; hash: string; now: string },
) {
  const { orderId, userId, hash, now } = about;
  const [conversationId, attachmentId, notificationId, revisionId] = [
    newId(),
    newId(),
    newId(),
    newId(),
  ];
  await openConversation(db, {
    id: conversationId,
    order_id: orderId,
    gig_id: null,
    buyer_id: userId,
    last_message_id: null,
    last_message_at: null,
    last_message_seq: 0,
    created_at: now,
  });
  await insertAttachment(db, {
    id: attachmentId,
    conversation_id: conversationId,
    uploader_id: userId,
    message_id: null,
    kind: 'file',
    name: 'notes.txt',
    mime: 'text/plain',
    size: 5,
    width: null,
    height: null,
    file_hash: hash,
    created_at: now,
  });
  await insertNotification(db, {
    id: notificationId,
    user_id: userId,
    type: 'order',
    message: 'A notification',
    order_id: orderId,
    live: null,
    pushed_at: now,
    read_at: null,
    created_at: now,
  });
  const revision = { id: revisionId, order_id: orderId, number: 1, description: 'Larger, please.' };
  await db
    .insertInto('revisions')
    .values({ ...revision, status: 'Pending', requested_at: now })
    .execute();
  const changeId = newId();
  await insertChange(db, {
    ...{ id: changeId, order_id: orderId, number: 1, proposed_by: 'owner', revision_id: null },
    ...{ description: 'More pages', amount: 500_00, extra_days: 1, status: 'Proposed' },
    ...{ proposed_at: now, decided_at: null },
  });
  const quoteId = newId();
  const terms = agreementTerms({
    ...{
      title: 'A site',
      scope: [],
      total: 500_00,
      currency: 'INR',
      deliveryDays: 3,
      revisions: 1,
    },
    parts: [{ title: '', amount: 500_00, due: 'accepting', payBy: null }],
  });
  await db
    .insertInto('quotes')
    .values({
      ...{ id: quoteId, conversation_id: conversationId, version: 1, status: 'Sent', draft: '{}' },
      ...{ ...hashTerms(terms), valid_until: later(new Date(now), DAY), order_id: null },
      ...{ created_at: now, updated_at: now, sent_at: now, decided_at: null },
    })
    .execute();
  const caseStudyId = newId();
  await insertRequest(db, {
    ...{ id: caseStudyId, order_id: orderId, item_id: newId(), name: 'Asha', asked_at: now },
    pictures: '[]',
  });
  const ids = { attachmentId, notificationId, revisionId, conversationId, quoteId, changeId };
  return { ...ids, caseStudyId };
}

async function personFor(asker: Caller, buyer: Person): Promise<Person> {
  if (asker === 'visitor') return app.visitor();
  if (asker === 'owner') return ownerOf(app);
  if (asker === 'assistant') return newAssistant();
  if (asker === 'other') return (await insertBuyer(app)).person;
  if (asker === 'unverified') return (await insertBuyer(app, { verified: false })).person;
  return buyer;
}

/** Only one object, because the number of open ones is limited. */
async function newAssistant(): Promise<Person> {
  await app.write((tx) => tx.updateTable('users').set({ assistant_since: null }).execute());
  return (await insertAssistant(app)).person;
}

/** Callers and objects serve until a call has changed something. */
let objects: Awaited<ReturnType<typeof createObjects>> | undefined;
const people = new Map<Caller, Person>();

async function ask(call: string, asker: Caller): Promise<Answer & { email: string }> {
  const row = ACCESS[call];
  const [method = '', path = ''] = call.split(' ');
  objects ??= await createObjects();
  const { person: buyer, objectIds, email } = objects;
  const person = people.get(asker) ?? (await personFor(asker, buyer));
  people.set(asker, person);
  const own = row?.about ? objectIds[row.about] : 'x'.repeat(43);
  const id = asker === 'random' ? newId() : asker === 'malformed' ? "no'id;--" : own;
  const address = path.replace(/:\w+/, encodeURIComponent(id)).replace('/*', '/');
  const answer =
    method === 'GET'
      ? await person.get(address)
      : await person.write(method, address, row?.body?.(id) ?? {}, {});
  if (method !== 'GET' && answer.status < 400) {
    objects = undefined;
    people.clear();
  }
  return { ...answer, email };
}

test('lists every route in the access table, and no others', () => {
  expect(Object.keys(ACCESS).sort()).toEqual([...calls].sort());
});

test('assistants may make known calls only, none of which moves money', () => {
  const listed = ASSISTANT_ROUTES.map((call) => call.replace(' ', ' /api/v1'));
  expect(calls).toEqual(expect.arrayContaining(listed));
  const open = Object.entries(ACCESS).filter(
    ([call, { answers }]) => call.includes('/desk/') && answers.assistant !== 403,
  );
  expect(open.map(([call]) => call).sort()).toEqual(
    listed.filter((call) => call.includes('/desk/')).sort(),
  );
});

for (const [call, { answers }] of Object.entries(ACCESS)) {
  test(`${call} answers each kind of caller as the access table says`, async () => {
    const got: Record<string, number | '-'> = {};
    const rejections: Answer['body'][] = [];
    for (const asker of CALLERS) {
      got[asker] = '-';
      if (answers[asker] === '-') continue;
      const { status, body, email } = await ask(call, asker);
      got[asker] = status;
      if (status >= 400) expect(body, asker).toMatchObject({ success: false });
      // The owner needs the buyer of an order, and knows the clients.
      const mayKnow =
        asker === 'buyer' || (asker === 'owner' && /\/desk\/(orders|clients)/.test(call));
      if (!mayKnow) expect(JSON.stringify(body), 'I7').not.toContain(email);
      if (asker === 'other' || asker === 'random') rejections.push(body);
    }
    expect(got).toEqual(answers);
    // Another person's object must look exactly like one that does not exist.
    if (answers.other === 404) expect(rejections[0]).toEqual(rejections[1]);
  });
}

const CONFIRMED = Object.entries(ACCESS).filter(([, row]) => row.confirmed);

test('the calls that carry the guard of a confirmation are those of the access table', () => {
  const rows = Object.fromEntries(CONFIRMED.map(([call, { confirmed }]) => [call, confirmed]));
  expect(confirmationsOf(app.server.routes)).toEqual(rows);
});

test('each of these calls asks for the confirmation when the last is older than ten minutes', async () => {
  const owner = await ownerOf(app);
  const { person: buyer, user } = await insertBuyer(app);
  const { person: careful, user: protectedUser } = await insertBuyer(app);
  const confirmed_at = user.created_at;
  const totp = { encrypted: Buffer.from('x'), confirmed_at, last_step: 0 };
  await app.write((tx) =>
    tx
      .insertInto('totp_secrets')
      .values({ user_id: protectedUser.id, ...totp })
      .execute(),
  );
  const needs = async (person: Person, call: string) => {
    const [method = '', path = ''] = call.split(' ');
    const address = path.replace(/:\w+/, newId());
    const { status, headers } =
      method === 'GET'
        ? await person.get(address)
        : await person.write(method, address, ACCESS[call]?.body?.('') ?? {}, {});
    return [status, headers.get('X-Confirm')];
  };
  app.advance(11 * MINUTE);
  for (const [call, { confirmed }] of CONFIRMED) {
    const person = call.includes('/desk/') ? owner : careful;
    expect(await needs(person, call), call).toEqual([403, 'needed']);
    // Without a second factor these calls ask for the password in their body only.
    if (confirmed === 'with a factor') expect(await needs(buyer, call)).toEqual([403, null]);
  }
});
