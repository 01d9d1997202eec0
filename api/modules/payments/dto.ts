import type { Db } from '../../../db/database.ts';
import type { Instalment, Order, Payment, Refund } from '../../../db/schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { maskPaymentId } from '../../platform/payment-provider/mask-payment-id.ts';
import {
  CANCEL_DISPUTED,
  cancellationTable,
  describeCancellationRefund,
  lateFrom,
  mayCancel,
  owedOnTop,
  refundIfCancelledNow,
} from '../orders/cancellation/rules.ts';
import { isOpen, openOf, reasonNothingDue } from '../orders/rules.ts';
import { hasUndecidedDispute } from './disputes/queries.ts';
import { findCancellable } from './find-cancellable.ts';
import { countAgreedInstalments, hasLapsed, instalmentName } from './instalment-rules.ts';
import { readRefundDays } from './refund-speed.ts';

export const toPaymentDto = (
  row: Payment & { receipt: string | null; instalment_number: number | null },
) => ({
  id: maskPaymentId(row.id),
  amount: toRupees(row.amount),
  refunded: toRupees(row.refunded),
  /** The amount that the bank took in a dispute. */
  lost: toRupees(row.lost),
  currency: row.currency,
  method: row.method,
  status: statusOf(row),
  paidAt: row.captured_at,
  /** The number of its instalment. */
  part: row.instalment_number,
  receipt: row.receipt,
});

function statusOf(row: Payment) {
  if (row.refunded + row.lost >= row.amount) return 'Refunded';
  if (row.status === 'surplus') return 'To be refunded';
  return row.refunded > 0 ? 'Partly refunded' : 'Paid';
}

export const toAdminPaymentDto = (
  row: Payment & {
    buyer_name?: string;
    order_status?: string;
    owed_again?: number;
    failed?: { reason: string; words?: string | undefined } | undefined;
    receipt?: string | null;
    instalment_number?: number | null;
  },
) => ({
  _id: row.id,
  orderId: row.order_id,
  buyer: row.buyer_name ?? null,
  orderStatus: row.order_status ?? null,
  amount: toRupees(row.amount),
  refunded: toRupees(row.refunded),
  /** The amount that the bank took in a dispute. */
  lost: toRupees(row.lost),
  currency: row.currency,
  method: row.method,
  standing: row.status,
  capturedAt: row.captured_at,
  receipt: row.receipt ?? null,
  /** The number of its instalment. */
  part: row.instalment_number ?? null,
  /** How much of it is to be refunded, where that is all that it is listed for. */
  due: toRupees(dueOf(row)),
  /** Whether a bank has sent a refund of it back. */
  isSentBack: (row.owed_again ?? 0) > 0,
  /** Why it was to be refunded when that failed last, and the provider's words. */
  failed: row.failed ?? null,
});

/** All that is left is due of an overpayment and of a closed order, else what a bank has sent back. */
export function dueOf(
  row: Pick<Payment, 'amount' | 'refunded' | 'lost' | 'status'> & {
    order_status?: string | null;
    owed_again?: number;
  },
): number {
  const left = row.amount - row.refunded - row.lost;
  const isAll = row.status !== 'settled' || row.order_status === 'Rejected';
  return isAll ? left : Math.min(left, row.owed_again ?? 0);
}

export const toRefundDto = (row: Refund) => ({
  _id: row.id,
  paymentId: row.payment_id,
  amount: toRupees(row.amount),
  status: row.status,
  reason: row.reason,
  createdAt: row.created_at,
});

/** The instalments of an order with their status. */
export function toInstalmentDtos(rows: Instalment[]) {
  const isLapsed = hasLapsed(rows);
  return rows.map((row) => ({
    _id: row.id,
    number: row.number,
    name: instalmentName({ ...row, of: countAgreedInstalments(rows) }),
    amount: toRupees(row.amount),
    /** The tax that the buyer deducts from it. */
    taxDeducted: toRupees(row.tax_deducted),
    /** The number of the certificate for it; null while it is awaited. */
    certificate: row.tax_certificate,
    status: isLapsed ? ('Lapsed' as const) : instalmentStatusOf(row),
    due: row.due,
    payBy: row.pay_by,
  }));
}

export type InstalmentDto = ReturnType<typeof toInstalmentDtos>[number];

function instalmentStatusOf(row: Instalment): 'Paid' | 'Waived' | 'Open' {
  if (row.payment_id) return 'Paid';
  return row.waived_at ? 'Waived' : 'Open';
}

/** The totals of an order in rupees: agreement + changes − waived = total. Nothing is open of a lapsed one. */
export function toOrderTotalsDto(order: Order, instalments: Instalment[]) {
  const isLapsed = hasLapsed(instalments);
  const sumOf = (isCounted: (row: Instalment) => boolean): number =>
    instalments.filter(isCounted).reduce((sum, { amount }) => sum + amount, 0);
  return {
    agreement: toRupees(sumOf(({ change_id }) => change_id === null)),
    changes: toRupees(sumOf(({ change_id }) => change_id !== null)),
    waived: toRupees(isLapsed ? 0 : sumOf(({ waived_at }) => waived_at !== null)),
    total: toRupees(order.total),
    paid: toRupees(order.paid),
    taxDeducted: toRupees(order.tax_deducted),
    refunded: toRupees(order.refunded),
    lost: toRupees(order.lost),
    open: toRupees(reasonNothingDue(order) || isLapsed ? 0 : openOf(order)),
  };
}

export type OrderTotalsDto = ReturnType<typeof toOrderTotalsDto>;

/** The refund that the buyer gets for cancelling an open order now; null for a closed one. */
export async function toCancellationDto(db: Db, order: Order, now: Date) {
  if (order.paid === 0 || !isOpen(order.shown_status)) return null;
  const cancellable = await findCancellable(db, order);
  const isDisputed = await hasUndecidedDispute(db, order.id);
  return {
    mayCancel: mayCancel(cancellable, now) && !isDisputed,
    refund: toRupees(refundIfCancelledNow(cancellable, now)),
    currency: order.currency,
    sentence: isDisputed ? CANCEL_DISPUTED : describeCancellationRefund(cancellable, now),
    table: cancellationTable(cancellable.terms),
    /** How long the refund takes. */
    refundDays: await readRefundDays(db),
  };
}

/** From when the buyer of an accepted order may cancel because it is late, and what the seller then owes on top of the refund. */
export async function toLatenessDto(db: Db, order: Order) {
  if (order.shown_status !== 'Accepted') return null;
  const cancellable = await findCancellable(db, order);
  const from = lateFrom(cancellable);
  if (!from) return null;
  return { from, owed: toRupees(owedOnTop(cancellable, new Date(from), 'buyer')) };
}

export type CancellationDto = NonNullable<Awaited<ReturnType<typeof toCancellationDto>>>;
