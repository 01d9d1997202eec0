import { Hono } from 'hono';
import type { Db } from '../../../db/database.ts';
import type { Order } from '../../../db/schema.ts';
import type { Env } from '../../platform/http/env.ts';
import { buyersOnly, requireBuyer } from '../accounts/sessions.ts';
import { findCompletionTime } from '../orders/deliveries/queries.ts';
import {
  type ContactDto,
  type OrderDto,
  type TimelineEntryDto,
  toContactDto,
  toOrderDto,
  toTimelineEntryDto,
} from '../orders/dto.ts';
import { requireOrderOf } from '../orders/require-order.ts';
import { listOrderEvents } from '../orders/timeline.ts';
import { type PaymentDto, toPaymentDto } from '../payments/dto.ts';
import { listPaymentsOf } from '../payments/queries.ts';
import { findReviewOf } from './queries.ts';

/** An order on its own page: with every payment and everything that happened. */
export interface OrderDetailsDto extends OrderDto {
  payments: PaymentDto[];
  timeline: TimelineEntryDto[];
  /** Whom the provider's dialog is filled in for. */
  contact: ContactDto;
  /** When a delivery counts as accepted by itself; null while a revision is open. */
  completesAt: string | null;
  /** What its buyer wrote about it. */
  review: { rating: number; comment: string } | null;
}

/** Here, because the page also shows payments and the review: orders may import neither. */
export const orderDetailsRoutes = new Hono<Env>().get('/:orderId', buyersOnly, async (c) => {
  const { db } = c.var.services.store;
  const order = await requireOrderOf(db, requireBuyer(c).id, c.req.param('orderId'));
  return c.json({ success: true as const, order: await toOrderDetailsDto(db, order) });
});

async function toOrderDetailsDto(db: Db, order: Order): Promise<OrderDetailsDto> {
  const payments = await listPaymentsOf(db, order.id);
  const first = payments.find((each) => each.status === 'settled');
  const events = await listOrderEvents(db, order.id);
  const review = await findReviewOf(db, order);
  return {
    ...toOrderDto({ ...order, payment_id: first?.id ?? null }),
    payments: payments.map(toPaymentDto),
    timeline: events.map(toTimelineEntryDto),
    contact: toContactDto(order),
    completesAt: await findCompletionTime(db, order),
    review: review ? { rating: review.half_stars / 2, comment: review.comment } : null,
  };
}
