import type { Order } from '../../db/schema.ts';
import {
  maskPaymentId,
  type PaymentStatus,
  type PaymentType,
  paymentStatusOf,
  toRupees,
} from '../payments/rules.ts';
import type { OrderStatus } from './rules.ts';

export interface WireOrderItem {
  gigId: string;
  title: string;
  thumbnailImage: { url: string };
  selectedPlan: {
    planType: string;
    title: string;
    price: number;
    shortDescription: string;
    deliveryDays: number;
    revisionCount: number;
    features: string[];
  };
  extraFeatures: { id: string; name: string; price: number; quantity: number }[];
}

export interface WireOrder {
  _id: string;
  createdAt: string;
  orderStatus: OrderStatus;
  deliveryDate: string | null;
  OrderItems: WireOrderItem[];
  paymentInfo: {
    /** Masked: enough to recognise, not to use. */
    id: string | null;
    paymentType: PaymentType;
    paymentStatus: PaymentStatus;
    totalAmount: number;
    paidAmount: number;
    /** What the next payment is, rupees; 0 when nothing is left. */
    dueAmount: number;
    paidAt: string | null;
  };
  usedRevisions: number;
  maxRevisions: number;
}

export function presentOrder(order: Order & { payment_id?: string | null }): WireOrder {
  return {
    _id: order.id,
    createdAt: order.created_at,
    orderStatus: order.status,
    deliveryDate: order.delivery_date,
    OrderItems: JSON.parse(order.items) as WireOrderItem[],
    paymentInfo: {
      id: order.payment_id ? maskPaymentId(order.payment_id) : null,
      paymentType: order.payment_type,
      paymentStatus: paymentStatusOf(order),
      totalAmount: toRupees(order.total),
      paidAmount: toRupees(order.paid),
      dueAmount: toRupees(dueOf(order)),
      paidAt: order.paid_at,
    },
    usedRevisions: order.used_revisions,
    maxRevisions: order.max_revisions,
  };
}

function dueOf(order: Order): number {
  if (order.paid > 0) return order.total - order.paid;
  return order.payment_type === 'Full' ? order.total : Math.ceil(order.total / 2);
}
