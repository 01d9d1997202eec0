import type { Tx } from '../../../db/transaction.ts';
import type { Subscriber } from '../../platform/events.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';

const pushed = new WeakMap<Tx, Set<string>>();

/**
 * Notifies open pages of owner and buyer that an order has changed, once per transaction. Some payments have
 * no order.
 */
export const pushOrderChanged: Subscriber<{
  order?: { id: string; buyer_id: string } | undefined;
}> = (tx, { realtime }, { order }) => {
  if (!order) return;
  const orders = pushed.get(tx) ?? new Set();
  pushed.set(tx, orders);
  if (orders.has(order.id)) return;
  orders.add(order.id);
  const change = { orderId: order.id };
  tx.onCommit(() => {
    realtime.emit(roomNames.owner, 'orderChanged', change);
    realtime.emit(roomNames.user(order.buyer_id), 'orderChanged', change);
  });
};
