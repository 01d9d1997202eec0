import type { Order } from '../../../db/schema.ts';
import { emit, type Subscriber } from '../../platform/events.ts';
import { hasDelivery } from '../orders/deliveries/deliveries.ts';
import { getOrder } from '../orders/queries.ts';
import { isWhollyRefunded } from '../orders/rules.ts';
import { reviewsChanged } from './events.ts';
import { deleteReviewsOf, recalculateRating } from './queries.ts';

/** Deletes the review of an order that is wholly refunded before anything was delivered (README). */
export const removeRefundedReview: Subscriber<{ order?: Order | undefined }> = async (
  tx,
  services,
  { order: changed },
) => {
  if (!changed) return;
  // Earlier subscribers of the same event may have refunded it.
  const order = await getOrder(tx, changed.id);
  const wasDelivered = order.status === 'Delivered' || order.status === 'Completed';
  if (wasDelivered || !isWhollyRefunded(order) || (await hasDelivery(tx, order.id))) return;
  const removed = await deleteReviewsOf(tx, 'order_id', order.id);
  for (const gigId of removed) await recalculateRating(tx, gigId);
  if (removed.length > 0) await emit(tx, services, reviewsChanged, {});
};
