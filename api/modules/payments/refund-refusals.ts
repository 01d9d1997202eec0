import type { Db } from '../../../db/database.ts';
import type { Refund } from '../../../db/schema.ts';

export const REFUND_FAILED = 'refund failed';
export const failureKey = (refundId: string): string => `${REFUND_FAILED}:${refundId}`;

const ENDS = new Set<unknown>(['Cancelled', 'Rejected']);

/** Whether the mail about the end of the order tells of this refund: it was requested with it, and not refused first. */
export async function isToldWithEnd(db: Db, orderId: string, { id, created_at }: Refund) {
  const lines = await db
    .selectFrom('order_events')
    .select(['key', 'kind', 'at', 'data'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['status', REFUND_FAILED])
    .execute();
  return (
    lines.some(
      ({ kind, at, data }) =>
        kind === 'status' && at === created_at && ENDS.has(JSON.parse(data).status),
    ) && lines.every(({ key }) => key !== failureKey(id))
  );
}

interface FailedRefund {
  reason: string;
  words?: string | undefined;
}

/** The reason of the last refund of each of these payments that failed, and the provider's words, which the timeline keeps. */
export async function failedRefunds(db: Db, paymentIds: string[]) {
  if (paymentIds.length === 0) return new Map<string, FailedRefund>();
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('order_events', 'order_events.order_id', 'payments.order_id')
    .select(['refunds.id', 'refunds.payment_id', 'refunds.reason'])
    .select(['order_events.key', 'order_events.data'])
    .where('refunds.payment_id', 'in', paymentIds)
    .where('order_events.kind', '=', REFUND_FAILED)
    .orderBy('order_events.seq')
    .execute();
  return new Map(
    rows
      .filter(({ id, key }) => key === failureKey(id))
      .map(({ payment_id, reason, data }) => {
        const { words } = JSON.parse(data) as { words?: string };
        return [payment_id, { reason, words }];
      }),
  );
}
