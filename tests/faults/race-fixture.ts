import type { Db } from '../../db/database.ts';

export type Race =
  | 'two payments of two orders'
  | 'the same payment twice'
  | 'two payments of one order'
  | 'one checkout twice'
  | 'two refunds of one payment'
  | 'the last revision'
  | 'one delivery twice'
  | 'messages of both people'
  | 'two new gigs'
  | 'the first owner'
  | 'migration and seed';

const NOW = '2026-01-05T09:00:00.000Z';
const TOTAL = 10_000;
const ADDRESS = JSON.stringify({ address: '1 Road', city: 'Pune', state: '', country: 'India' });

export const userId = (number: number) => `buyer ${number}`;

/** The order of a round, of a buyer of its own. */
export const racedOrder = (number: number) => ({
  ...{ id: `order ${number}`, buyer: userId(number), total: TOTAL },
  ...{ instalment: `instalment ${number}`, providerOrder: `order_${number}` },
});

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
        ...{ paid: paid ? TOTAL : 0, refunded: 0, failed_at: null, items: '[]' },
        ...{ address: ADDRESS, buyer_name: 'Asha', buyer_email: 'asha@buyers.example' },
        ...{ delivery_days: 3, max_revisions: 1, used_revisions: 0, delivery_date: null },
        paid_at: paid ? NOW : null,
      })
      .execute();
    await db
      .insertInto('instalments')
      .values({
        ...{ id: order.instalment, order_id: order.id, number: 1, amount: TOTAL },
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
        ...{ method: 'card', status: 'settled', captured_at: NOW, refunded: 0 },
      })
      .execute();
  }
}
