import type { Order, OrderEvent } from '../../../db/schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import type { PlanDto } from '../catalog/gigs/dto.ts';
import {
  describeEvent,
  maskPaymentId,
  type PaymentStatus,
  type PaymentType,
  paymentStatusOf,
  reasonNothingDue,
  type ShownStatus,
  shownStatus,
} from './rules.ts';

export interface OrderItemDto {
  gigId: string;
  title: string;
  thumbnailImage: { url: string };
  selectedPlan: Omit<PlanDto, '_id'>;
  extraFeatures: { id: string; name: string; price: number; quantity: number }[];
}

export interface OrderDto {
  _id: string;
  createdAt: string;
  orderStatus: ShownStatus;
  deliveryDate: string | null;
  OrderItems: OrderItemDto[];
  paymentInfo: {
    /** Masked: enough to recognise, not to use. */
    id: string | null;
    paymentType: PaymentType;
    paymentStatus: PaymentStatus;
    totalAmount: number;
    paidAmount: number;
    /** Of the paid amount, what went back or is going back. */
    refundedAmount: number;
    /** What the next payment is, rupees; 0 when nothing is left. */
    dueAmount: number;
    paidAt: string | null;
  };
  usedRevisions: number;
  maxRevisions: number;
}

/** What happened, for the timeline. */
export interface TimelineEntryDto {
  _id: string;
  kind: string;
  text: string;
  at: string;
}

export interface ContactDto {
  name: string;
  email: string;
  phone: string;
}

export function toContactDto(order: Order): ContactDto {
  const { phoneNo } = JSON.parse(order.address) as { phoneNo?: string };
  return { name: order.buyer_name, email: order.buyer_email, phone: phoneNo ?? '' };
}

export const toTimelineEntryDto = (event: OrderEvent): TimelineEntryDto => ({
  _id: event.id,
  kind: event.kind,
  text: describeEvent(event.kind, JSON.parse(event.data) as Record<string, unknown>),
  at: event.at,
});

export function toOrderDto(order: Order & { payment_id?: string | null }): OrderDto {
  return {
    _id: order.id,
    createdAt: order.created_at,
    orderStatus: shownStatus(order),
    deliveryDate: order.delivery_date,
    OrderItems: JSON.parse(order.items) as OrderItemDto[],
    paymentInfo: {
      id: order.payment_id ? maskPaymentId(order.payment_id) : null,
      paymentType: order.payment_type,
      paymentStatus: paymentStatusOf(order),
      totalAmount: toRupees(order.total),
      paidAmount: toRupees(order.paid),
      refundedAmount: toRupees(order.refunded),
      dueAmount: toRupees(amountDueOf(order)),
      paidAt: order.paid_at,
    },
    usedRevisions: order.used_revisions,
    maxRevisions: order.max_revisions,
  };
}

function amountDueOf(order: Order): number {
  if (reasonNothingDue(order)) return 0;
  if (order.paid > 0) return order.total - order.paid;
  return order.payment_type === 'Full' ? order.total : Math.ceil(order.total / 2);
}

/** Where a checkout stands. */
export interface CheckoutDto {
  status: PaymentStatus | 'None';
  orderId: string | null;
  /** Rupees due next and paid so far, as the server counts. */
  dueAmount: number | null;
  paidAmount: number | null;
}

export const toCheckoutDto = (order: Order | undefined): CheckoutDto =>
  order
    ? {
        status: paymentStatusOf(order),
        orderId: order.id,
        dueAmount: toRupees(amountDueOf(order)),
        paidAmount: toRupees(order.paid),
      }
    : { status: 'None', orderId: null, dueAmount: null, paidAmount: null };
