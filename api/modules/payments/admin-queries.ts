import { type ExpressionBuilder, expressionBuilder } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Tables } from '../../../db/schema.ts';
import { MAX_PAYMENTS } from './limits.ts';

const joined = expressionBuilder<Tables, 'payments' | 'orders'>();

const isLeft = joined(
  joined('payments.refunded', '+', joined.ref('payments.lost')),
  '<',
  joined.ref('payments.amount'),
);

/** A condition on `payments`: it belongs to no order of this database and is not refunded. */
export const isUnmatched = joined.and([joined('payments.status', '=', 'unmatched'), isLeft]);

/** A condition: the order was declined, or it was cancelled and the promised refund is not complete. */
const owesRefunds = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  eb.and([
    eb('orders.status', '=', 'Rejected'),
    eb.or([
      eb('orders.cancelled_at', 'is', null),
      eb('orders.promised', '>', eb('orders.refunded', '+', eb.ref('orders.lost'))),
    ]),
  ]);

/**
 * A condition on `payments` joined with `orders`: it must be refunded and is not yet. That is a duplicate, one of a
 * wrong amount or one of an order that owes refunds.
 */
export const isRefundDue = joined.and([
  isLeft,
  joined.or([
    joined('payments.status', '=', 'surplus'),
    joined.and([joined('payments.status', '=', 'settled'), owesRefunds(joined)]),
  ]),
]);

/** Lists captured payments that belong to no order in this database. */
export const listUnmatchedPayments = (db: Db) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where(isUnmatched)
    .orderBy('captured_at', 'desc')
    .limit(MAX_PAYMENTS)
    .execute();

export const listRefundsDue = (db: Db) =>
  db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select(['orders.buyer_name', 'orders.status as order_status'])
    .where(isRefundDue)
    .orderBy('captured_at')
    .limit(MAX_PAYMENTS)
    .execute();
