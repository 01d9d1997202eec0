import { atom } from 'nanostores';
import type { BuyerOrderDto, DrawnOrder } from '../../../api/modules/order-pages/order-document.ts';
import type { ShownStatus } from '../../../api/modules/orders/rules.ts';
import { toast } from '../../components/toast.ts';
import { api, readJson } from '../../lib/api.ts';
import { type AsyncState, asyncStore, cachedState, fetchInto } from '../../lib/async-store.ts';
import { persistentAtom } from '../../lib/persistent.ts';
import { writeScreenCache } from '../../lib/screen-cache.ts';
import { ORDERS_VIEW_KEY } from '../../lib/storage-keys.ts';
import { localList } from '../lists/filtered-list.ts';
import { createActions } from '../request-feedback/create-actions.ts';
import { filterAndSort, type Sort } from './order-list.ts';

export const $orders = Object.assign(asyncStore<DrawnOrder[]>('orders'), { load: loadOrders });
export const $order = asyncStore<BuyerOrderDto>();
/** Cards or table; remembered in the browser. */
export const $ordersView = persistentAtom<'cards' | 'table'>(ORDERS_VIEW_KEY, 'cards', {
  encode: String,
  decode: (text) => (text === 'table' ? text : 'cards'),
});
/** The id of the order whose delivery was just accepted on this page. */
export const $acceptedOrderId = atom<string | null>(null);

/** The orders that meet the criteria. */
export const orderList = localList(
  { find: '', status: '' as ShownStatus | '', sort: '' as Sort | '' },
  $orders,
  loadOrders,
  filterAndSort,
);

const FETCH_FAILED = 'Error fetching gigs';

export async function loadOrders(): Promise<void> {
  const orders = async () => (await readJson(api.gig.order['user-orders'].$get())).orders;
  if (!(await fetchInto($orders, orders))) void toast('error', FETCH_FAILED);
}

const keyOf = (orderId: string) => `order:${orderId}`;

/** Fetches the order of a page; `last` is shown until it arrives. */
export async function loadOrder(
  orderId: string,
  last: AsyncState<BuyerOrderDto> = { state: 'loading' },
): Promise<void> {
  $order.set(last);
  await fetchInto($order, () => fetchOrder(orderId));
}

let opened: Promise<void> | undefined;

/**
 * Loads the content of the page, one order or the list, once. It is called before React renders and when the screen is
 * mounted. Until the response arrives, the last data of this tab is shown.
 */
export function loadOrdersOfPage(orderId?: string): Promise<void> {
  opened ??= orderId ? loadOrder(orderId, cachedState(keyOf(orderId))) : loadOrders();
  return opened;
}

export async function fetchOrder(orderId: string): Promise<BuyerOrderDto> {
  const { order } = await readJson(api.gig.order[':orderId'].$get({ param: { orderId } }));
  writeScreenCache(keyOf(orderId), order);
  return order;
}

/** Shows the current state of an order; a failure leaves the old one. */
export const refreshOrder = (orderId: string): Promise<void> =>
  fetchOrder(orderId).then(updateShownOrder, () => {});

export const { $busy, act: changeOrder, save: saveInOrder } = createActions(refreshOrder);

/** Stores the certificate for tax that was deducted from a part. */
export const enterCertificate = (orderId: string, part: string, number: string) =>
  saveInOrder(orderId, () =>
    readJson(
      api.gig.order[':orderId'].certificate.$put({ param: { orderId }, json: { part, number } }),
    ),
  );

/** Updates a changed order in every store that shows it. */
export function updateShownOrder(order: BuyerOrderDto): void {
  const open = $order.get();
  if (open.state === 'loaded' && open.value._id === order._id) {
    $order.set({ state: 'loaded', value: order });
  }
  const list = $orders.get();
  if (list.state !== 'loaded') return;
  const value = list.value.map((each) => (each._id === order._id ? order : each));
  $orders.set({ state: 'loaded', value });
}
