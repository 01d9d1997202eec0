import { atom } from 'nanostores';
import { api, readJson } from '../../lib/api.ts';
import { refreshOnEvent } from '../../lib/socket.ts';
import { filteredList } from '../lists/filtered-list.ts';
import { runWithToast } from '../request-feedback/run-with-toast.ts';

const fetchPage = (query: Record<string, string>) =>
  readJson(api.gig.order.money.$get({ query } as object));

export const payments = filteredList(
  { show: '' as '' | 'due' | 'refunded', find: '' },
  (filters, after) => fetchPage({ ...filters, ...(after && { after }) }),
  (shown, page) => ({ ...page, payments: [...shown.payments, ...page.payments] }),
);

/** The order that the provider is being asked about. */
export const $checkingOrderId = atom<string | null>(null);

/** Asks the provider about an order now and shows the result. */
export async function checkOrderAtProvider(orderId: string): Promise<void> {
  if ($checkingOrderId.get()) return;
  $checkingOrderId.set(orderId);
  const check = api.gig.order[':orderId'].money.check;
  if (await runWithToast(() => readJson(check.$post({ param: { orderId } }))))
    await payments.reload();
  $checkingOrderId.set(null);
}

/** Loads the payments, and again when an order changes. */
export function followPayments(): () => void {
  void payments.reload();
  return refreshOnEvent('orderChanged', () => void payments.reload());
}
