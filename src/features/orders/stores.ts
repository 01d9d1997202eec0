import { atom } from 'nanostores';
import type { WireOrder } from '../../../api/orders/present.ts';
import {
  CANCELLED,
  GATEWAY_NOT_LOADED,
  ORDER_ID_NEEDED,
  PAYMENT_SUCCESSFUL,
} from '../../../api/payments/rules.ts';
import { api, messageOf, read } from '../../lib/api.ts';
import { toast } from '../../ui/toast.ts';
import { $draft, dropDraft } from '../checkout/draft.ts';
import { askForPayment, loadProvider } from '../checkout/provider.ts';

type Loaded<T> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'here'; value: T };

export const $orders = atom<Loaded<WireOrder[]>>({ state: 'loading' });
export const $order = atom<Loaded<WireOrder>>({ state: 'loading' });
/** The order whose payment is under way. */
export const $paying = atom<string | null>(null);

const FETCH_FAILED = 'Error fetching gigs';
const PAUSE_MS = 2_000;

export async function loadOrders(): Promise<void> {
  try {
    const { orders } = await read(api.gig.order['user-orders'].$get());
    $orders.set({ state: 'here', value: orders });
  } catch (error) {
    $orders.set({ state: 'failed', message: messageOf(error) });
    void toast('error', FETCH_FAILED);
  }
}

export async function loadOrder(orderId: string): Promise<void> {
  $order.set({ state: 'loading' });
  try {
    const { order } = await read(api.gig.order[':orderId'].$get({ param: { orderId } }));
    $order.set({ state: 'here', value: order });
  } catch (error) {
    $order.set({ state: 'failed', message: messageOf(error) });
  }
}

/** Pays what is left of an order, then leads to the profile (spec §4). */
export async function payRemaining(
  order: WireOrder,
  buyer: { name: string; email: string },
): Promise<void> {
  if (!order._id) return void toast('error', ORDER_ID_NEEDED);
  if ($paying.get()) return;
  $paying.set(order._id);
  try {
    await loadProvider().catch(() => {
      throw new Error(GATEWAY_NOT_LOADED);
    });
    const due = await read(
      api.gig.order.payRemainingAmount.$post({ json: { orderId: order._id } }),
    );
    const result = await askForPayment(due, {
      description: order.OrderItems[0]?.title ?? 'Order',
      prefill: { ...buyer, contact: '' },
    });
    if (!result) return void toast('error', CANCELLED);
    const answer = await read(
      api.gig.order.verifyRemainingPayment.$post({ json: { orderId: order._id, ...result } }),
    );
    if (!answer.order) return void toast('info', answer.message);
    if ($draft.get()?.orderId === order._id) dropDraft();
    void toast('success', PAYMENT_SUCCESSFUL);
    setTimeout(() => location.assign('/profile'), PAUSE_MS);
  } catch (error) {
    const own = error instanceof Error && error.message === GATEWAY_NOT_LOADED;
    void toast('error', own ? GATEWAY_NOT_LOADED : messageOf(error));
  } finally {
    $paying.set(null);
  }
}
