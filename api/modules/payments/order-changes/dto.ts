import type { Db } from '../../../../db/database.ts';
import type { Order, OrderChange } from '../../../../db/schema.ts';
import { toRupees } from '../../../platform/money/rules.ts';
import { listChanges } from './queries.ts';
import { extendedDate, isMoreTime, isRequest, stateOf } from './rules.ts';

/** The changes of an order, oldest first, each with the result of accepting it. */
export async function toChangeDtos(db: Db, order: Order, now: string) {
  const changes = await listChanges(db, order.id);
  if (changes.length === 0) return [];
  const dated = { deliveryDate: order.delivery_date, isDelivered: order.delivered_at !== null };
  return changes.map((row) => ({
    ...toChangeDto(row),
    currency: order.currency,
    /** Only for an open change: the total and the delivery date if it is accepted. */
    newTotal: row.status === 'Proposed' ? toRupees(order.total + row.amount) : null,
    newDeliveryDate: row.status === 'Proposed' ? extendedDate(dated, row.extra_days, now) : null,
  }));
}

const toChangeDto = (row: OrderChange) => ({
  _id: row.id,
  number: row.number,
  proposedBy: row.proposed_by,
  /** True if it was made from a revision request. */
  isFromRevision: row.revision_id !== null,
  description: row.description,
  amount: toRupees(row.amount),
  extraDays: row.extra_days,
  status: row.status,
  /** The word for it: a request of the buyer is asked and included instead of proposed and accepted. */
  state: stateOf(row),
  isRequest: isRequest(row),
  isMoreTime: isMoreTime(row),
  proposedAt: row.proposed_at,
  decidedAt: row.decided_at,
});
