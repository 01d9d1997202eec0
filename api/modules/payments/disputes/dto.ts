import type { Dispute } from '../../../../db/schema.ts';
import { toRupees } from '../../../platform/money/rules.ts';
import { reasonText } from './rules.ts';

export const toDisputeDto = (row: Dispute & { buyer_name?: string | null }) => ({
  _id: row.id,
  paymentId: row.payment_id,
  orderId: row.order_id,
  buyer: row.buyer_name ?? null,
  amount: toRupees(row.amount),
  currency: row.currency,
  /** The amount that the bank has deducted. */
  lost: toRupees(row.deducted),
  phase: row.phase,
  status: row.status,
  reason: reasonText(row.reason),
  respondBy: row.respond_by,
  summary: row.summary,
  preparedAt: row.prepared_at,
  submittedAt: row.submitted_at,
  openedAt: row.created_at,
  updatedAt: row.updated_at,
});

export type DisputeDto = ReturnType<typeof toDisputeDto>;
