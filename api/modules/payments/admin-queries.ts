import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Tables } from '../../../db/schema.ts';
import { MAX_PAYMENTS } from './limits.ts';

/** Lists captured payments that belong to no order in this database. */
export const listUnmatchedPayments = (db: Db) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('payments.status', '=', 'unmatched')
    .where((eb) => eb(eb('refunded', '+', eb.ref('lost')), '<', eb.ref('amount')))
    .orderBy('captured_at', 'desc')
    .limit(MAX_PAYMENTS)
    .execute();

/** Lists webhook events that match nothing here: from a different account, or of an unknown kind. */
export const listUnmatchedEvents = (db: Db) =>
  db
    .selectFrom('payment_events')
    .select(['id', 'type', 'received_at', 'outcome'])
    .where('outcome', 'in', ['unknown', 'ignored'])
    .orderBy('received_at', 'desc')
    .limit(MAX_PAYMENTS)
    .execute();

export const listRejectedResults = (db: Db) =>
  db
    .selectFrom('rejected_payments')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(MAX_PAYMENTS)
    .execute();

/** A condition: the order was declined, or it was cancelled and the promised refund is not complete. */
export const owesRefunds = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  eb.and([
    eb('orders.status', '=', 'Rejected'),
    eb.or([
      eb('orders.cancelled_at', 'is', null),
      eb('orders.promised', '>', eb('orders.refunded', '+', eb.ref('orders.lost'))),
    ]),
  ]);

/**
 * Lists payments that must be refunded and are not yet: duplicates, wrong amounts and those for closed
 * orders.
 */
export const listRefundsDue = (db: Db) =>
  db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select(['orders.buyer_name', 'orders.status as order_status'])
    .where((eb) =>
      eb(eb('payments.refunded', '+', eb.ref('payments.lost')), '<', eb.ref('payments.amount')),
    )
    .where((eb) =>
      eb.or([
        eb('payments.status', '=', 'surplus'),
        eb.and([eb('payments.status', '=', 'settled'), owesRefunds(eb)]),
      ]),
    )
    .orderBy('captured_at')
    .limit(MAX_PAYMENTS)
    .execute();
