import type { Order } from '../../../db/schema.ts';
import { type Currency, toRupees } from '../../platform/money/rules.ts';
import { maskPaymentId } from '../../platform/payment-provider/mask-payment-id.ts';
import type { Dates } from '../catalog/availability/calendar-rules.ts';
import type { PlanDto } from '../catalog/gigs/dto.ts';
import type { BuyerQuestion } from '../catalog/gigs/schema.ts';
import type { CancellationTerms } from './cancellation/rules.ts';
import { isIndia } from './gst-rules.ts';
import { datesOf } from './order-dates.ts';
import {
  AWAITING_PAYMENT,
  owedRefundOf,
  type PaymentStatus,
  paymentStatusOf,
  reasonNothingDue,
  type ShownStatus,
} from './rules.ts';
import type { AddressInfo } from './schema.ts';

/** What was ordered; prices are rupees, or dollars. */
export interface OrderItemDto {
  gigId: string;
  title: string;
  thumbnailImage: { url: string };
  selectedPlan: Omit<PlanDto, '_id'> & { questions?: BuyerQuestion[] | undefined };
  extraFeatures: { id: string; name: string; price: number; quantity: number }[];
}

/** The same as it is stored: prices are paise, or cents. */
export type StoredItem = OrderItemDto;

export const toItemDtos = ({ items }: Pick<Order, 'items'>): OrderItemDto[] =>
  (JSON.parse(items) as StoredItem[]).map((item) => ({
    ...item,
    selectedPlan: { ...item.selectedPlan, price: toRupees(item.selectedPlan.price) },
    extraFeatures: item.extraFeatures.map((extra) => ({ ...extra, price: toRupees(extra.price) })),
  }));

/** What was ordered, in a few words. */
export function orderTitle({ items }: Pick<Order, 'items'>): string {
  const [first, ...more] = JSON.parse(items) as OrderItemDto[];
  return `${first?.title ?? 'Your order'}${more.length > 0 ? ` and ${more.length} more` : ''}`;
}

export function toContactDto(order: Order) {
  const { phoneNo } = JSON.parse(order.address) as { phoneNo?: string };
  return { name: order.buyer_name, email: order.buyer_email, phone: phoneNo ?? '' };
}

/** Whether a company in India is the buyer, with a number under which it can deduct tax at source. */
export function isDeductor({ address }: Pick<Order, 'address'>): boolean {
  const { companyName, country = '', gstin, tan } = JSON.parse(address) as Partial<AddressInfo>;
  return Boolean(companyName && (gstin || tan)) && isIndia(country);
}

/** The gig that was ordered; empty where a quote belongs to none. */
export const gigOf = ({ items }: Pick<Order, 'items'>): string =>
  (JSON.parse(items) as StoredItem[])[0]?.gigId ?? '';

/** An order with what is to be paid of its next open instalment, and the tax that its buyer deducts from it. */
type PayableOrder = Order & { next_amount: number | null; next_deducted?: number };

const startOf = ({ starts_on, paid }: Order): { startsOn?: string | undefined } =>
  starts_on && paid > 0 ? { startsOn: starts_on } : {};

/** The days of an order that got others at its payment than its buyer had seen. */
export const movedDatesOf = (order: Order): { movedDates?: Dates | undefined } => {
  const dates = order.free_until && datesOf(order);
  return dates ? { movedDates: dates } : {};
};

export function toOrderDto(order: PayableOrder & { payment_id?: string | null }) {
  return {
    _id: order.id,
    createdAt: order.created_at,
    orderStatus: statusOf(order),
    deliveryDate: order.delivery_date,
    ...startOf(order),
    ...movedDatesOf(order),
    OrderItems: toItemDtos(order),
    paymentInfo: {
      /** Masked: people can recognize the id, but not use it. */
      id: order.payment_id ? maskPaymentId(order.payment_id) : null,
      paymentType: order.payment_type,
      /** Of all amounts of the order. */
      currency: order.currency,
      paymentStatus: paymentStatusOf(order),
      totalAmount: toRupees(order.total),
      paidAmount: toRupees(order.paid),
      /** Tax that the buyer deducted from paid parts. */
      taxDeducted: toRupees(order.tax_deducted),
      /** The part of the paid amount that is refunded or being refunded. */
      refundedAmount: toRupees(order.refunded),
      /** What is still to be refunded of a closed order. */
      owedAmount: toRupees(owedRefundOf(order)),
      /** The part of the paid amount that the bank took in disputes. */
      lostAmount: toRupees(order.lost),
      /** The next amount due in rupees; 0 if nothing is left. */
      dueAmount: toRupees(amountDueOf(order)),
      /** The tax that the buyer deducts from the part that is due. */
      dueDeduction: toRupees(order.next_deducted ?? 0),
      paidAt: order.paid_at,
    },
    usedRevisions: order.used_revisions,
    maxRevisions: order.max_revisions,
  };
}

/** An order that nobody can pay any more, and nobody has paid, was an offer whose time is over. */
export const statusOf = ({
  shown_status,
  next_amount,
}: Pick<PayableOrder, 'shown_status' | 'next_amount'>): ShownStatus =>
  shown_status === AWAITING_PAYMENT && next_amount === null ? 'Lapsed' : shown_status;

export type OrderDto = ReturnType<typeof toOrderDto>;

const amountDueOf = (order: PayableOrder): number =>
  reasonNothingDue(order) ? 0 : (order.next_amount ?? 0);

export interface CheckoutDto {
  status: PaymentStatus | 'None';
  orderId: string | null;
  /** Rupees, as calculated by the server: due next and paid so far. */
  dueAmount: number | null;
  currency: Currency;
  paidAmount: number | null;
  /** The cancellation terms of a new order. */
  cancellation: CancellationTerms;
  /** Whether the service fee and GST are shown, struck out. */
  struckCharges: boolean;
  /** Whether no real money moves. */
  isTest: boolean;
  /** A method that fails at the banks, in one sentence. */
  trouble: string | null;
  /** Whether the dates of packages are to be asked for. */
  hasCalendar?: boolean | undefined;
  /** Whether waiting for the buyer moves the delivery date of a new order. */
  hasClock?: boolean | undefined;
  /** Whether the seller charges GST, which prices in rupees include. */
  hasGst?: boolean | undefined;
  /** The dates of a checkout that was placed. */
  dates?: Dates | undefined;
  /** The shop's day, from which days of delivery count where the shop has no calendar. */
  today: string;
  /** The day of delivery, once a part is paid. */
  deliverBy?: string | undefined;
}

export const toCheckoutDto = (
  order: PayableOrder | undefined,
  shown: Omit<
    CheckoutDto,
    'status' | 'orderId' | 'dueAmount' | 'paidAmount' | 'currency' | 'dates'
  >,
): CheckoutDto =>
  order
    ? {
        ...shown,
        status: paymentStatusOf(order),
        orderId: order.id,
        dates: datesOf(order) ?? undefined,
        dueAmount: toRupees(amountDueOf(order)),
        paidAmount: toRupees(order.paid),
        currency: order.currency,
      }
    : {
        ...shown,
        status: 'None',
        orderId: null,
        dueAmount: null,
        paidAmount: null,
        currency: 'INR',
      };
