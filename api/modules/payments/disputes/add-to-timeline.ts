import type { Tx } from '../../../../db/transaction.ts';
import type { Services } from '../../../platform/services.ts';
import { addOrderEvent } from '../../orders/timeline.ts';
import type { OrderDispute } from './events.ts';

/** Adds an entry to the order's timeline for each new state of a dispute. */
export async function addDisputeToTimeline(
  tx: Tx,
  _: Services,
  { order, dispute, at }: OrderDispute,
): Promise<void> {
  if (!order) return;
  const { id, status, version } = dispute;
  await addOrderEvent(tx, order.id, {
    key: `dispute:${id}:${version}`,
    kind: `dispute ${status.replace('_', ' ')}`,
    data: { amount: status === 'lost' ? dispute.deducted : dispute.amount },
    at,
  });
}
