import { persistentAtom } from '@nanostores/persistent';
import { atom, computed } from 'nanostores';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import { shortId } from '../../../api/modules/orders/rules.ts';
import type { OrderDetailsDto } from '../../../api/modules/reviews/order-details.ts';
import { toast } from '../../components/toast.ts';
import { api, read } from '../../lib/api.ts';
import { remember } from '../../lib/last-shown.ts';
import { fetchInto, type Loaded, lastLoaded, loaded } from '../../lib/loaded.ts';

export const $orders = loaded<OrderDto[]>('orders');
export const $order = loaded<OrderDetailsDto>();
/** Cards or table; remembered in the browser. */
export const $view = persistentAtom<'cards' | 'table'>('orders-view', 'cards', {
  encode: String,
  decode: (text) => (text === 'table' ? text : 'cards'),
});
export const $search = atom('');
/** The id of the order whose delivery was just accepted on this page. */
export const $accepted = atom<string | null>(null);

/** Orders that match by id, short id or title. */
export function matchesSearch(orders: OrderDto[], search: string): OrderDto[] {
  const query = search.trim().replace(/^#/, '').toLowerCase();
  if (!query) return orders;
  return orders.filter(
    (order) =>
      shortId(order._id).toLowerCase().includes(query) ||
      order._id === query ||
      order.OrderItems.some((item) => item.title.toLowerCase().includes(query)),
  );
}

/** The orders that match the search. */
export const $found = computed([$orders, $search], (orders, search) =>
  orders.state === 'loaded' ? matchesSearch(orders.value, search) : [],
);

const FETCH_FAILED = 'Error fetching gigs';

export async function loadOrders(): Promise<void> {
  const orders = async () => (await read(api.gig.order['user-orders'].$get())).orders;
  if (!(await fetchInto($orders, orders))) void toast('error', FETCH_FAILED);
}

const keyOf = (orderId: string) => `order:${orderId}`;

/** Fetches the order of a page; `last` is shown until it arrives. */
export async function loadOrder(
  orderId: string,
  last: Loaded<OrderDetailsDto> = { state: 'loading' },
): Promise<void> {
  $order.set(last);
  await fetchInto($order, () => fetchOrder(orderId));
}

/** The same, with what this tab showed last of the order. */
export const reopenOrder = (orderId: string): Promise<void> =>
  loadOrder(orderId, lastLoaded(keyOf(orderId)));

export async function fetchOrder(orderId: string): Promise<OrderDetailsDto> {
  const { order } = await read(api.gig.order[':orderId'].$get({ param: { orderId } }));
  remember(keyOf(orderId), order);
  return order;
}

/** Updates a changed order in every store that shows it. */
export function showOrder(order: OrderDetailsDto): void {
  const open = $order.get();
  if (open.state === 'loaded' && open.value._id === order._id) {
    $order.set({ state: 'loaded', value: order });
  }
  const list = $orders.get();
  if (list.state !== 'loaded') return;
  const value = list.value.map((each) => (each._id === order._id ? order : each));
  $orders.set({ state: 'loaded', value });
}
