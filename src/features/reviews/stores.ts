import { atom } from 'nanostores';
import type { WireOrder } from '../../../api/orders/present.ts';

/** What is being reviewed from the orders list. */
export const $reviewing = atom<{ gigId: string; orderId: string; title: string } | null>(null);

export function reviewOrder(order: WireOrder): void {
  const [item] = order.OrderItems;
  if (item) $reviewing.set({ gigId: item.gigId, orderId: order._id, title: item.title });
}

export const stopReviewing = (): void => $reviewing.set(null);

/** Paid in full and not completed (spec §2). */
export const canReview = (order: WireOrder): boolean =>
  order.paymentInfo.paymentStatus === 'Paid' &&
  order.orderStatus !== 'Completed' &&
  order.orderStatus !== 'Rejected';
