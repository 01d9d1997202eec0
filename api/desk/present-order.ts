import type { Db } from '../../db/connect.ts';
import { findUser } from '../accounts/queries.ts';
import { countUnseen } from '../chat/queries.ts';
import { presentDeliveries } from '../deliveries/present.ts';
import { movesOf } from '../deliveries/rules.ts';
import { UserError } from '../lib/errors.ts';
import { listOrderEvents } from '../orders/events.ts';
import { presentEvent, presentOrder } from '../orders/present.ts';
import { findOrder } from '../orders/queries.ts';
import { findRequirements } from '../orders/requirements.ts';
import { UNKNOWN_ORDER } from '../orders/rules.ts';
import { presentForDesk } from '../payments/present.ts';
import { listPaymentsOf } from '../payments/queries.ts';
import { findDeskReviewOf, presentDeskReview } from '../reviews/desk-queries.ts';
import { presentRevision } from '../revisions/present.ts';
import { listRevisions } from '../revisions/queries.ts';

/** An order with all that the owner needs to work on it. */
export async function presentInFull(db: Db, id: string) {
  const order = await findOrder(db, id);
  if (!order) throw new UserError(404, UNKNOWN_ORDER);
  const [buyer, requirements, revisions, payments, events, handed, review, unread] =
    await Promise.all([
      findUser(db, order.buyer_id),
      findRequirements(db, id),
      listRevisions(db, id),
      listPaymentsOf(db, id),
      listOrderEvents(db, id),
      presentDeliveries(db, id),
      findDeskReviewOf(db, id),
      countUnseen(db, id, order.buyer_id),
    ]);
  const person = { id: order.buyer_id, email: buyer?.email ?? '' };
  const presented = presentOrder(order);
  return {
    ...presented,
    moves: movesOf(presented.orderStatus, 'owner'),
    buyer: { name: order.buyer_name, email: order.buyer_email },
    address: JSON.parse(order.address) as Record<string, string>,
    requirements,
    revisions: revisions.map((row) => presentRevision(row, order, person)),
    payments: payments.map(presentForDesk),
    timeline: events.map(presentEvent),
    review: review ? presentDeskReview(review) : null,
    /** What the buyer wrote and nobody has read. */
    unread,
    ...handed,
  };
}

export type DeskOrder = Awaited<ReturnType<typeof presentInFull>>;
