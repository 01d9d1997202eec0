import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Tables } from '../../../db/schema.ts';

/** The maximum number of payments in a list of the dashboard. */
export const MAX_PAYMENTS = 200;

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

/** Refunds that the provider had taken and a bank sent back, so that their buyer was told of them. */
const sentBack = joined
  .selectFrom('refunds as back')
  .whereRef('back.payment_id', '=', 'payments.id')
  .where('back.status', '=', 'failed')
  .where('back.provider_id', 'is not', null);

/** What banks have sent back of a payment without what was refunded since. */
export const owedAgain = joined(
  joined.fn.coalesce(
    sentBack.select(({ fn }) => fn.sum<number>('back.amount').as('sum')).$asScalar(),
    joined.val(0),
  ),
  '-',
  joined.fn.coalesce(
    joined
      .selectFrom('refunds as again')
      .select(({ fn }) => fn.sum<number>('again.amount').as('sum'))
      .whereRef('again.payment_id', '=', 'payments.id')
      .where('again.status', '!=', 'failed')
      .where(
        'again.created_at',
        '>=',
        sentBack.select(({ fn }) => fn.min('back.updated_at').as('first')).$asScalar(),
      )
      .$asScalar(),
    joined.val(0),
  ),
);

/**
 * A condition on `payments` joined with `orders`: it must be refunded and is not yet. That is a duplicate, one of a
 * wrong amount, one of an order that owes refunds or one whose refund a bank has sent back.
 */
export const isRefundDue = joined.and([
  isLeft,
  joined.or([
    joined('payments.status', '=', 'surplus'),
    joined.and([
      joined('payments.status', '=', 'settled'),
      joined.or([owesRefunds(joined), joined(owedAgain, '>', 0)]),
    ]),
  ]),
]);

/** Selects the payments that must be refunded, with their orders; the few that can be are found through indexes. */
export const refundsDue = (db: Db) =>
  db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .where(
      'payments.id',
      'in',
      db
        .selectFrom('payments as extra')
        .select('extra.id')
        .where(sql<boolean>`extra.status <> 'settled'`)
        .union(
          db
            .selectFrom('orders as ended')
            .innerJoin('payments as its', 'its.order_id', 'ended.id')
            .select('its.id')
            .where('ended.status', '=', 'Rejected'),
        )
        .union(
          db
            .selectFrom('refunds')
            .select('refunds.payment_id as id')
            .where('status', '=', 'failed'),
        ),
    )
    .where(isRefundDue);

/** Lists captured payments that belong to no order in this database. */
export const listUnmatchedPayments = (db: Db) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where(isUnmatched)
    .orderBy('captured_at', 'desc')
    .limit(MAX_PAYMENTS)
    .execute();

/** Of one order, or all. */
export const listRefundsDue = (db: Db, orderId?: string) =>
  refundsDue(db)
    .selectAll('payments')
    .select(['orders.buyer_name', 'orders.status as order_status'])
    .select(owedAgain.as('owed_again'))
    .$if(orderId !== undefined, (query) => query.where('orders.id', '=', orderId ?? ''))
    .orderBy('captured_at')
    .limit(MAX_PAYMENTS)
    .execute();

/** Whether this payment must be refunded and is not yet. */
export const isDueForRefund = async (db: Db, paymentId: string): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('payments.id')
    .where('payments.id', '=', paymentId)
    .where(isRefundDue)
    .executeTakeFirst()) !== undefined;
