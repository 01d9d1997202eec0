import { api, read } from '../../lib/api.ts';
import { onChange } from '../../lib/socket.ts';
import { $order, $orders } from '../orders/stores.ts';

/** Refreshes the shown orders when one changes and after each lost connection. */
export const followOrders = () => onChange('orderChanged', () => void refreshShownOrders());

/** Refetches the shown orders without a loading state. */
export async function refreshShownOrders(): Promise<void> {
  try {
    if ($orders.get().state === 'loaded') {
      const { orders } = await read(api.gig.order['user-orders'].$get());
      $orders.set({ state: 'loaded', value: orders });
    }
    const shown = $order.get();
    if (shown.state === 'loaded') {
      const param = { orderId: shown.value._id };
      const { order } = await read(api.gig.order[':orderId'].$get({ param }));
      $order.set({ state: 'loaded', value: order });
    }
  } catch (error) {
    console.warn('The orders could not be refreshed', error);
  }
}
