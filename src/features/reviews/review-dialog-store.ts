import { atom } from 'nanostores';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';

/** The order that is being reviewed from the orders list. */
export const $orderToReview = atom<{
  gigId: string;
  orderId: string;
  title: string;
} | null>(null);

export function openReviewDialog(order: OrderDto): void {
  const [item] = order.OrderItems;
  if (!item) return;
  $orderToReview.set({ gigId: item.gigId, orderId: order._id, title: item.title });
}

export const closeReviewDialog = (): void => $orderToReview.set(null);

/**
 * Whether the order has a gig whose page can show a review; an order from a quote in a general question has
 * none.
 */
export const hasGig = ({ OrderItems: [item] }: Pick<OrderDto, 'OrderItems'>): boolean =>
  Boolean(item?.gigId);

/** Whether the order is paid in full, delivered and not closed: before, there is nothing to review. */
export const canReview = (order: OrderDto): boolean =>
  hasGig(order) && order.paymentInfo.paymentStatus === 'Paid' && order.orderStatus === 'Delivered';
