import type { Db } from '../../../db/database.ts';

const MOST = 200;

/** Captured money that belongs to no order of ours. */
export const listUnmatchedPayments = (db: Db) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('payments.status', '=', 'unmatched')
    .whereRef('refunded', '<', 'amount')
    .orderBy('captured_at', 'desc')
    .limit(MOST)
    .execute();

/** Reports that fit nothing here: another account's, or of a kind we do not know. */
export const listUnmatchedEvents = (db: Db) =>
  db
    .selectFrom('payment_events')
    .select(['id', 'type', 'received_at', 'outcome'])
    .where('outcome', 'in', ['unknown', 'ignored'])
    .orderBy('received_at', 'desc')
    .limit(MOST)
    .execute();

export const listRejectedResults = (db: Db) =>
  db
    .selectFrom('rejected_payments')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();

/** Money we owe back: paid twice, of a wrong amount, or for an order that was declined. */
export const listRefundsDue = (db: Db) =>
  db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select(['orders.buyer_name', 'orders.status as order_status'])
    .whereRef('payments.refunded', '<', 'payments.amount')
    .where((eb) =>
      eb.or([
        eb('payments.status', '=', 'surplus'),
        eb.and([eb('payments.status', '=', 'settled'), eb('orders.status', '=', 'Rejected')]),
      ]),
    )
    .orderBy('captured_at')
    .limit(MOST)
    .execute();
