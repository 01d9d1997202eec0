import type { Tx } from '../../../db/transaction.ts';
import { roomNames } from '../../platform/realtime/realtime.ts';
import type { Services } from '../../platform/services.ts';

const pushed = new WeakMap<Tx, Set<string>>();

/**
 * Notifies open pages of owner and buyer that an order has changed, once per transaction. Some payments have
 * no order.
 */
export function pushOrderChanged(
  tx: Tx,
  { realtime }: Services,
  { order }: { order?: { id: string; buyer_id: string } | undefined },
): void {
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
}
