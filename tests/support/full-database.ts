import { sql } from 'kysely';
import { expect } from 'vitest';
import { DAY, iso, later } from '../../api/platform/clock.ts';
import { newId } from '../../api/platform/ids.ts';
import type { Db } from '../../db/database.ts';
import type { Tables } from '../../db/schema.ts';
import { buyerAnswers, ownerProposes } from './changes.ts';
import { adminDisputes, buyAndDispute } from './disputes.ts';
import type { Person } from './http-client.ts';
import { adminPayments, buy, deliverWebhooks } from './payments.ts';
import { insertAssistant, insertBuyer, ownerOf, PASSWORD, WEBSITE } from './people.ts';
import { acceptQuote, askQuestion, sendQuote } from './quotes.ts';
import type { TestApp } from './test-app.ts';
import { beginUpload, sendPiece, uploadFile } from './uploads.ts';

const BASE = '/api/v1';
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Acts as buyers, the owner and the provider until there is a row in each table. */
export async function fillDatabase(app: TestApp): Promise<{ owner: Person; buyer: Person }> {
  const owner = await ownerOf(app);
  const { person: buyer, user } = await insertBuyer(app, { name: 'Asha Kulkarni' });
  await signInAgain(app, user.email);
  await insertAssistant(app);
  await post(owner, '/desk/assistants/invitations', { email: 'invited@assistants.example' });
  await post(app.visitor(), '/user/sign-up', {
    ...{ name: 'Not Verified', email: 'unverified@buyers.example', password: PASSWORD },
  });
  await post(app.visitor(), '/user/forget-password', { email: user.email });
  await post(buyer, '/user/email', { email: 'new@buyers.example', password: PASSWORD });
  await post(buyer, '/user/second-factor/totp', {});
  await post(buyer, '/user/second-factor/passkeys/options', {});
  await writeOrder(app, owner, buyer);
  await disputeOrder(app, owner, buyer);
  await acceptQuote(buyer, await sendQuote(owner, await askQuestion(buyer)));
  await saveCatalog(owner);
  await insertRest(app, user.id);
  await deliverWebhooks(app);
  return { owner, buyer };
}

async function post(person: Person, path: string, body: object): Promise<unknown> {
  const answer = await person.post(BASE + path, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

const signInAgain = (app: TestApp, email: string) =>
  post(app.visitor(), '/user/sign-in', { email, password: PASSWORD });

/** An order from its requirements to its review and a refund. */
async function writeOrder(app: TestApp, owner: Person, buyer: Person): Promise<void> {
  const { orderId, paymentId } = await buy(app, buyer);
  await buyer.put(`${BASE}/gig/order/${orderId}/requirements`, { text: 'Calm.', links: [] });
  await post(owner, `/desk/orders/${orderId}/accept`, {});
  const proposed = await ownerProposes(owner, orderId);
  expect(proposed.status).toBe(201);
  const { order } = (await owner.get(`${BASE}/desk/orders/${orderId}`)).body;
  await buyerAnswers(buyer, order.changes[0]._id, 'decline');
  await uploadFile(owner, orderId, 'work.png', Buffer.from(PIXEL, 'base64'));
  await post(owner, `/desk/orders/${orderId}/links`, { address: 'https://staging.example.com' });
  await post(owner, `/desk/orders/${orderId}/deliver`, { message: 'Here it is.' });
  const { headers } = await beginUpload(owner, orderId, { name: 'next.zip', size: 9 });
  await sendPiece(owner, headers.get('Location') ?? '', 0, Buffer.from('half'));
  const [delivered] = (await buyer.get(`${BASE}/gig/delivery/${orderId}`)).body.deliveries;
  const file = delivered.files[0]._id;
  const _id = crypto.randomUUID();
  await post(buyer, '/gig/delivery/pins', { _id, file, x: 500, y: 0, text: 'Larger here.' });
  const reply = { _id: crypto.randomUUID(), text: 'How large?' };
  await post(owner, `/desk/orders/pins/${_id}/replies`, reply);
  await post(buyer, '/gig/order/revision-request', {
    pins: [_id],
    orderId,
    revisionDescription: 'Larger.',
  });
  await post(buyer, '/communicate/send-message', { orderId, messageText: 'Thank you.' });
  const upload = `${BASE}/communicate/attachment?orderId=${orderId}&name=notes.txt`;
  const type = { 'Content-Type': 'application/octet-stream' };
  const sent = await buyer.post(upload, Buffer.from('notes'), type);
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  await post(buyer, '/gig/delivery/accept', { orderId });
  await post(buyer, '/gig/review', { gigId: WEBSITE, rating: 5, comment: 'Fine.' });
  expect((await adminPayments.refund(owner, paymentId, { amount: 100 })).status).toBe(200);
  const preferences = { review: { inApp: true, email: false } };
  await buyer.put(`${BASE}/notify/client/preferences`, { preferences });
}

async function disputeOrder(app: TestApp, owner: Person, buyer: Person): Promise<void> {
  const { disputeId } = await buyAndDispute(app, buyer);
  expect((await adminDisputes.prepare(owner, disputeId)).status).toBe(200);
}

/** Saves a gig, the profile and hides a review. */
async function saveCatalog(owner: Person): Promise<void> {
  const { gig } = (await owner.get(`${BASE}/desk/gigs/${WEBSITE}`)).body;
  const saved = await owner.put(`${BASE}/desk/gigs/${WEBSITE}`, { ...gig, title: 'Another title' });
  expect(saved.status, JSON.stringify(saved.body).slice(0, 300)).toBe(200);
  const { profile } = (await owner.get(`${BASE}/desk/profile`)).body;
  const answer = await owner.put(`${BASE}/desk/profile`, { ...profile, role: 'Another role' });
  expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200);
  const { reviews } = (await owner.get(`${BASE}/desk/reviews`)).body;
  const hidden = { reason: 'It names somebody.' };
  await owner.put(`${BASE}/desk/reviews/${reviews[0]._id}/hidden`, hidden);
}

/** Rows that only days or a failing provider would produce. */
async function insertRest(app: TestApp, userId: string): Promise<void> {
  const now = app.server.services.clock();
  const at = iso(now);
  await app.write(async (tx) => {
    const { id, order_id: orderId } = await tx
      .selectFrom('instalments')
      .select(['id', 'order_id'])
      .executeTakeFirstOrThrow();
    const conversation = await tx
      .selectFrom('conversations')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const rest: { [T in keyof Tables]?: object } = {
      recovery_codes: { code_hash: newId(), user_id: userId, created_at: at },
      suspended_keys: {
        ...{ id: newId(), user_id: userId, kind: 'passkeys', added_at: at },
        rows: JSON.stringify([{ name: 'Tablet' }]),
      },
      mailed_codes: {
        ...{ key: newId(), email: 'newcomer@buyers.example', user_id: userId, code_hash: newId() },
        ...{ tries: 1, expires_at: at },
      },
      passkeys: {
        ...{ id: newId(), user_id: userId, name: 'Laptop', public_key: Buffer.from('key') },
        ...{ counter: 1, transports: '[]', created_at: at, used_at: null },
      },
      paper_copies: {
        ...{ user_id: userId, email: 'accounts@buyers.example', confirmed_at: at },
      },
      client_notes: {
        ...{ user_id: userId, text: 'Likes to be called in the morning.', version: 1 },
        updated_at: at,
      },
      rejected_payments: {
        ...{ id: newId(), order_id: null, user_id: userId, provider_order_id: 'order_unknown' },
        ...{ payment_id: 'pay_unknown', reason: 'unknown', created_at: at },
      },
      compensations: {
        ...{ order_id: orderId, amount: 100, cause: 'late' },
        ...{ owed_at: at, settled_at: at, reference: 'UPI 4711' },
      },
      payment_links: {
        ...{ token_hash: newId(), instalment_id: id, created_at: at },
        ...{ expires_at: later(now, DAY), revoked_at: null },
      },
      instalment_reminders: { instalment_id: id, pay_by: at, stage: 'soon', sent_at: at },
      case_study_requests: {
        ...{ id: newId(), order_id: orderId, item_id: newId(), name: 'Kulkarni Exports' },
        ...{ asked_at: at, answered_at: at, agreed: '["text"]', words: null, withdrawn: '{}' },
        ...{ names: '["Kulkarni Exports"]', pictures: '[]' },
      },
      unproved_answers: {
        ...{ id: newId(), conversation_id: conversation.id, message_key: newId() },
        ...{ sender: 'somebody@vy.example', text: 'Yes.', files: '["plan.txt"]' },
        ...{ reason: 'signature', received_at: at, dismissed_at: null, mail: '1:1', dropped: 0 },
      },
      waiting_mails: {
        ...{ id: '1:2', uid: 2, conversation_id: conversation.id, tries: 1 },
        ...{ next_try_at: at, reason: null, since: at },
      },
      order_pauses: {
        ...{ id: newId(), order_id: orderId, reason: 'Your logo', started_at: at, ended_at: at },
        ...{ counted_to: at.slice(0, 10), days: 2 },
      },
      visits: { day: at.slice(0, 10), kind: 'page', name: '/my-gig', count: 3 },
      discount_codes: {
        ...{ id: newId(), code: 'FIRST-ORDER', gig_id: null, percent: null, amount: 50_000 },
        ...{ currency: 'INR', last_day: at.slice(0, 10), max_uses: 10, once_per_buyer: 1 },
        ...{ disabled_at: at, created_at: at },
      },
      leases: { name: 'job of a killed process', holder: newId(), expires_at: later(now, -DAY) },
    };
    for (const [table, row] of Object.entries(rest)) {
      if (await isEmpty(tx, table))
        await tx
          .insertInto(table as 'users')
          .values(row as never)
          .execute();
    }
  });
}

async function isEmpty(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
  return rows.length === 0;
}

/** How many rows each table has. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)}`.execute(db);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}
