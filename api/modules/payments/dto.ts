import type { Instalment, Payment, Refund } from '../../../db/schema.ts';
import { toRupees } from '../../platform/money/rules.ts';
import { maskPaymentId } from '../../platform/payment-provider/mask-payment-id.ts';
import { countAgreedInstalments, hasLapsed, instalmentName } from './instalment-rules.ts';

export const toPaymentDto = (
  row: Payment & { receipt: string | null; instalment_number: number | null },
) => ({
  id: maskPaymentId(row.id),
  amount: toRupees(row.amount),
  refunded: toRupees(row.refunded),
  /** The amount that the bank took in a dispute. */
  lost: toRupees(row.lost),
  method: row.method,
  status: statusOf(row),
  paidAt: row.captured_at,
  /** The number of its instalment. */
  part: row.instalment_number,
  receipt: row.receipt,
});

export type PaymentDto = ReturnType<typeof toPaymentDto>;

function statusOf(row: Payment) {
  if (row.refunded + row.lost >= row.amount) return 'Refunded';
  if (row.status === 'surplus') return 'To be refunded';
  return row.refunded > 0 ? 'Partly refunded' : 'Paid';
}

export const toAdminPaymentDto = (
  row: Payment & { buyer_name?: string; order_status?: string; receipt?: string | null },
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
});

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
