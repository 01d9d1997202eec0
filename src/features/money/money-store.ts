import { atom } from 'nanostores';
import type { MoneyPageDto } from '../../../api/modules/buyer-pages/money-page.ts';
import { toast } from '../../components/toast.ts';
import { api, messageOf, readJson } from '../../lib/api.ts';
import { asyncStore, fetchInto } from '../../lib/async-store.ts';
import { refreshOnEvent } from '../../lib/socket.ts';

export const $money = asyncStore<MoneyPageDto>();
/** The order that the provider is being asked about. */
export const $checkingOrderId = atom<string | null>(null);
export const $loadingMore = atom(false);

const fetchPage = async (before?: string) =>
  (await readJson(api.gig.order.money.$get({ query: before ? { before } : {} } as object))).money;

export const loadMoney = (): Promise<boolean> => fetchInto($money, () => fetchPage());

export async function loadMore(): Promise<void> {
  const shown = $money.get();
  if (shown.state !== 'loaded' || !shown.value.next || $loadingMore.get()) return;
  $loadingMore.set(true);
  try {
    const more = await fetchPage(shown.value.next);
    $money.set({
      state: 'loaded',
      value: { ...more, orders: [...shown.value.orders, ...more.orders] },
    });
  } catch (error) {
    void toast('error', messageOf(error));
  } finally {
    $loadingMore.set(false);
  }
}

/** Asks the provider about an order and shows the result. */
export async function checkOrderAtProvider(orderId: string): Promise<void> {
  if ($checkingOrderId.get()) return;
  $checkingOrderId.set(orderId);
  try {
    const call = api.gig.order[':orderId'].money.check.$post({ param: { orderId } });
    const { money } = await readJson(call);
    const shown = $money.get();
    if (shown.state === 'loaded') {
      const orders = shown.value.orders.map((order) =>
        order._id === orderId ? { ...order, ...money } : order,
      );
      $money.set({ state: 'loaded', value: { ...shown.value, orders } });
    }
  } catch (error) {
    void toast('error', messageOf(error));
  } finally {
    $checkingOrderId.set(null);
  }
}

/** Loads the first page, and again when an order changes. */
export function followMoney(): () => void {
  void loadMoney();
  return refreshOnEvent('orderChanged', () => void loadMoney());
}
