import { api, readJson } from '../../lib/api.ts';
import { combineCleanups } from '../../lib/combine-cleanups.ts';
import { missedOrders, onConnected, refreshOnEvent } from '../../lib/socket.ts';
import { $order, $orders } from '../orders/orders-store.ts';

/**
 * Refreshes the shown orders when one changes, after each lost connection, and when one changed after the page had read
 * it and before the socket was connected.
 */
export function followOrders(): () => void {
  let isConnected = false;
  return combineCleanups(
    refreshOnEvent('orderChanged', () => void refreshShownOrders()),
    onConnected(() => {
      if (!isConnected) {
        void missedOrders().then((found) => (found.length > 0 ? refreshShownOrders() : undefined));
      }
      isConnected = true;
    }),
  );
}

/** Refetches the shown orders without a loading state. */
export async function refreshShownOrders(): Promise<void> {
  try {
    if ($orders.get().state === 'loaded') {
      const { orders } = await readJson(api.gig.order['user-orders'].$get());
      $orders.set({ state: 'loaded', value: orders });
    }
    const shown = $order.get();
    if (shown.state === 'loaded') {
      const param = { orderId: shown.value._id };
      const { order } = await readJson(api.gig.order[':orderId'].$get({ param }));
      $order.set({ state: 'loaded', value: order });
    }
  } catch (error) {
    console.warn('The orders could not be refreshed', error);
  }
}
