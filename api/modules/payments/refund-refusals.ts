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

/** With what words the provider has refused refunds of these payments last, by payment: they are kept in the timeline. */
export async function refusalsOfRefunds(db: Db, paymentIds: string[]) {
  if (paymentIds.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('order_events', 'order_events.order_id', 'payments.order_id')
    .select(['refunds.id', 'refunds.payment_id', 'order_events.key', 'order_events.data'])
    .where('refunds.payment_id', 'in', paymentIds)
    .where('order_events.kind', '=', REFUND_FAILED)
    .orderBy('order_events.seq')
    .execute();
  return new Map(
    rows.flatMap(({ id, payment_id, key, data }) => {
      const { words } = JSON.parse(data) as { words?: string };
      return words && key === failureKey(id) ? [[payment_id, words] as const] : [];
    }),
  );
}
