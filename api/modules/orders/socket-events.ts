import type { Tx } from '../../../db/transaction.ts';
import { later } from '../../platform/clock.ts';
import type { Subscriber } from '../../platform/events.ts';
import { type Listener, roomNames } from '../../platform/realtime/realtime.ts';
import { validated } from '../../platform/realtime/validated-listener.ts';
import type { Services } from '../../platform/services.ts';
import { changedOrdersEvent } from './schema.ts';
import { listChangedOrders, listNewlyChangedOrders } from './timeline.ts';

/** The socket event of a page that has shown orders before its socket was connected. */
export function orderSocketEvents({ store, clock }: Services): Record<string, Listener> {
  return {
    listChangedOrders: validated(changedOrdersEvent, async ({ userId, role }, { withinMs }) => {
      const since = later(clock(), -withinMs);
      const orderIds =
        role === 'owner'
          ? await listNewlyChangedOrders(store.db, since)
          : await listChangedOrders(store.db, userId, since);
      return { success: true, orderIds };
    }),
  };
}

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
