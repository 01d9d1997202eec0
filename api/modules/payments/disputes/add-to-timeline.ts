import type { Subscriber } from '../../../platform/events.ts';
import { addOrderEvent } from '../../orders/timeline.ts';
import type { OrderDispute } from './events.ts';

/** Adds an entry to the order's timeline for each new state of a dispute. */
export const addDisputeToTimeline: Subscriber<OrderDispute> = async (
  tx,
  _,
  { order, dispute, at },
) => {
  if (!order) return;
  const { id, status, version } = dispute;
  await addOrderEvent(tx, order.id, {
    key: `dispute:${id}:${version}`,
    kind: `dispute ${status.replace('_', ' ')}`,
    data: { amount: status === 'lost' ? dispute.deducted : dispute.amount },
    at,
  });
};
