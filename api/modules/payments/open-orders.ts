import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import { iso } from '../../platform/clock.ts';
import type { AgreementTerms } from '../orders/agreements/rules.ts';
import { lateFrom } from '../orders/cancellation/rules.ts';
import { type OwnerStep, stepsOfOwner } from '../orders/next-rules.ts';
import { OPEN_STATUSES } from '../orders/rules.ts';
import { refundsDue } from './admin-queries.ts';
import { type NextOfOrder, nextOfOrders } from './next-of-orders.ts';
import { openInstalmentsOfPaidOrders } from './queries.ts';

/** The most open orders that are looked at; further ones are not counted. */
const MAX_OPEN = 500;

/** An order on which somebody can still act. */
export interface OpenOrder {
  order: Order;
  next: NextOfOrder;
  /** What waits for the owner now, the most urgent first. */
  steps: OwnerStep[];
}

/**
 * The open orders with what each waits for, the next to deliver first: those under way, and finished ones with a part to
 * pay, a dispute or a refund that is due. The one answer to what waits for the owner; what is not open is not read.
 */
export async function findOpenOrders(db: Db, now: Date, buyerId?: string): Promise<OpenOrder[]> {
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', openIds(db))
    .$if(buyerId !== undefined, (all) => all.where('buyer_id', '=', buyerId ?? ''))
    .orderBy('delivery_date')
    .orderBy('id')
    .limit(MAX_OPEN)
    .execute();
  const nextOf = await nextOfOrders(db, orders);
  return orders.flatMap((order) => {
    const next = nextOf.get(order.id);
    if (!next) return [];
    return [{ order, next, steps: stepsOfOwner(next.actions.owner, order, now) }];
  });
}

/** Selects the ids of the orders on which somebody can still act. */
const openIds = (db: Db) =>
  db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.status', 'in', OPEN_STATUSES)
    .where('orders.balance', '>', 0)
    .union(
      openInstalmentsOfPaidOrders(db).select('orders.id').where('orders.status', '=', 'Completed'),
    )
    .union(
      db
        .selectFrom('disputes')
        .innerJoin('orders', 'orders.id', 'disputes.order_id')
        .select('orders.id')
        .where('disputes.status', '=', 'open'),
    )
    .union(refundsDue(db).select('orders.id'));

/** When accepted orders become so late that their buyers may cancel for nothing, by id. */
export async function findLateFrom(db: Db, open: readonly OpenOrder[], now: Date) {
  const late = open.flatMap(({ order, next }) => {
    const isLate = (order.delivery_date ?? '~') < iso(now) && order.delivered_at === null;
    return order.status === 'Accepted' && isLate && !next.waits ? [order] : [];
  });
  if (late.length === 0) return new Map<string, string>();
  const agreements = await db
    .selectFrom('agreements')
    .select(['order_id', 'json'])
    .where(
      'order_id',
      'in',
      late.map(({ id }) => id),
    )
    .execute();
  return new Map(
    agreements.flatMap(({ order_id: id, json }) => {
      const order = late.find((each) => each.id === id);
      const { cancellation: terms } = JSON.parse(json) as AgreementTerms;
      const facts = order && { ...order, isDelivered: false, deliveryDate: order.delivery_date };
      const from = facts && lateFrom({ ...facts, terms });
      return from ? [[id, from] as const] : [];
    }),
  );
}
