import { agreementTerms } from '../../api/modules/orders/agreements/rules.ts';
import { hashTerms } from '../../api/modules/orders/agreements/write-agreement.ts';
import type { Db } from '../../db/database.ts';

const NOW = '2026-01-05T09:00:00.000Z';
const TOTAL = 10_000;
const ADDRESS = JSON.stringify({ address: '1 Road', city: 'Pune', state: '', country: 'India' });

export const userId = (number: number) => `buyer ${number}`;

/** The order of a round, of a buyer of its own. */
export const racedOrder = (number: number) => ({
  ...{ id: `order ${number}`, buyer: userId(number), total: TOTAL },
  ...{ instalment: `instalment ${number}`, providerOrder: `order_${number}` },
});

/** Gives a paid order a second instalment of the same amount that is not paid yet. */
export async function insertSecondInstalment(db: Db, number: number): Promise<void> {
  const { id, providerOrder } = racedOrder(number);
  await db
    .updateTable('orders')
    .set({ total: 2 * TOTAL, payment_type: 'Milestone' })
    .where('id', '=', id)
    .execute();
  await db
    .insertInto('instalments')
    .values({
      ...{ id: `second of ${id}`, order_id: id, number: 2, amount: TOTAL, payment_id: null },
      ...{ title: 'Milestone 2', due: 'delivery' },
      ...{ provider_order_id: `second of ${providerOrder}`, created_at: NOW, opened_at: NOW },
    })
    .execute();
}

/** Orders 0 to `count`, with their buyers and, where wanted, paid by the payment `pay_<number>`. */
export async function insertRacedOrders(db: Db, count: number, paid = false): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const order = racedOrder(number);
    const times = { created_at: NOW, updated_at: NOW };
    await db
      .insertInto('users')
      .values({
        ...{ id: order.buyer, name: 'Asha', email: `${number}@buyers.example`, role: 'buyer' },
        ...{ password_hash: null, avatar_hash: null, is_verified: 1, last_login_at: null },
        created_at: NOW,
      })
      .execute();
    await db
      .insertInto('orders')
      .values({
        ...{ id: order.id, buyer_id: order.buyer, checkout_id: order.id, ...times },
        ...{ status: paid ? 'Accepted' : 'In Progress', payment_type: 'Full', total: TOTAL },
        ...{ paid: paid ? TOTAL : 0, refunded: 0, lost: 0, failed_at: null, items: '[]' },
        ...{ address: ADDRESS, buyer_name: 'Asha', buyer_email: 'asha@buyers.example' },
        ...{ delivery_days: 3, max_revisions: 1, used_revisions: 0, delivery_date: null },
        ...{ paid_at: paid ? NOW : null, is_test: 1 },
      })
      .execute();
    await db
      .insertInto('agreements')
      .values({
        ...{ id: `agreement ${number}`, order_id: order.id, ...hashTerms(terms), texts: '{}' },
        ...{ accepted_by: order.buyer, accepted_at: NOW },
      })
      .execute();
    await db
      .insertInto('instalments')
      .values({
        ...{ id: order.instalment, order_id: order.id, number: 1, amount: TOTAL },
        ...{ title: 'Full payment', due: 'accepting', pay_by: null, waived_at: null },
        ...{ provider_order_id: order.providerOrder, payment_id: paid ? `pay_${number}` : null },
        ...{ created_at: NOW, checked_at: null, opened_at: NOW },
      })
      .execute();
    if (!paid) continue;
    await db
      .insertInto('payments')
      .values({
        ...{ id: `pay_${number}`, provider_order_id: order.providerOrder, amount: TOTAL },
        ...{ instalment_id: order.instalment, order_id: order.id, currency: 'INR' },
        ...{ method: 'card', status: 'settled', captured_at: NOW, refunded: 0, lost: 0 },
      })
      .execute();
  }
}

export const racedChange = (round: number, side = 0) => `change ${side} of order ${round}`;

/** Makes the proposals of a round requests of its buyer, who names no price. */
export const makeRequests = (db: Db, round: number) =>
  db
    .updateTable('order_changes')
    .set({ proposed_by: 'buyer', amount: 0, extra_days: 0 })
    .where('order_id', '=', racedOrder(round).id)
    .execute();

/** Two proposals of the owner's for each of these orders: 5,000 paise and two days each. */
export async function insertRacedChanges(db: Db, count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    for (const side of [0, 1]) {
      await db
        .insertInto('order_changes')
        .values({
          ...{ id: racedChange(round, side), order_id: racedOrder(round).id, number: side + 1 },
          ...{ proposed_by: 'owner', revision_id: null, description: 'More pages' },
          ...{ amount: 5_000, extra_days: 2, status: 'Proposed' },
          ...{ proposed_at: NOW, decided_at: null },
        })
        .execute();
    }
  }
}

export const racedQuote = (round: number) => ({
  id: `quote ${round}`,
  /** The provider's order for its first instalment. */
  providerOrder: `order_quote${round}`,
  conversation: `conversation ${round}`,
});

const terms = agreementTerms({
  ...{ title: 'A site', scope: [], total: TOTAL, currency: 'INR', deliveryDays: 3, revisions: 1 },
  parts: [
    { title: 'Start', amount: 6_000, due: 'accepting', payBy: null },
    { title: 'End', amount: 4_000, due: 'delivery', payBy: null },
  ],
});

/** A sent quote for each of these rounds, in a question of the round's buyer. */
export async function insertRacedQuotes(db: Db, count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    const { id, conversation } = racedQuote(round);
    await db
      .insertInto('conversations')
      .values({
        ...{ id: conversation, order_id: null, gig_id: null, buyer_id: userId(round) },
        ...{ last_message_id: null, last_message_at: null, last_message_seq: 0, created_at: NOW },
      })
      .execute();
    await db
      .insertInto('quotes')
      .values({
        ...{ id, conversation_id: conversation, version: 1, status: 'Sent', draft: '{}' },
        ...{ ...hashTerms(terms), valid_until: '2999-01-01T00:00:00.000Z', order_id: null },
        ...{ created_at: NOW, updated_at: NOW, sent_at: NOW, decided_at: null },
      })
      .execute();
  }
}

export const racedDraft = (round: number, side: number) => `draft ${round} of ${side}`;

const input = {
  ...{ title: 'A better site', scope: ['Pages'], price: 120, deliveryDays: 3, revisions: 1 },
  ...{ parts: [{ title: '', amount: 120, due: 'accepting', day: null }], validDays: 14 },
  currency: 'INR',
};

/** Two drafts of further quotes in the conversation of each round. */
export async function insertDraftQuotes(db: Db, count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    for (const side of [0, 1]) {
      await db
        .insertInto('quotes')
        .values({
          ...{ id: racedDraft(round, side), conversation_id: racedQuote(round).conversation },
          ...{ version: null, status: 'Draft', draft: JSON.stringify(input), json: null },
          ...{ sha256: null, valid_until: null, order_id: null, sent_at: null, decided_at: null },
          ...{ created_at: NOW, updated_at: NOW },
        })
        .execute();
    }
  }
}
