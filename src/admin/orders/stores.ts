import { atom } from 'nanostores';
import type { AdminOrderDto } from '../../../api/modules/dashboard/order-dto.ts';
import { FILE_MOST_BYTES, FILE_REFUSED } from '../../../api/modules/orders/deliveries/rules.ts';
import type { ShownStatus } from '../../../api/modules/orders/rules.ts';
import { toast } from '../../components/toast.ts';
import { read } from '../../lib/api.ts';
import { loaded } from '../../lib/async-store.ts';
import { adminApi, attempt, load } from '../requests.ts';

const { orders } = adminApi;
const fetchQueuePage = (query: Record<string, string>) => read(orders.$get({ query } as object));

export type Queue = Awaited<ReturnType<typeof fetchQueuePage>>;
export const $queue = loaded<Queue>();
export const $order = loaded<AdminOrderDto>();
export const $filter = atom<{ status: ShownStatus | ''; find: string }>({ status: '', find: '' });
export const $busy = atom(false);

/** How many pages of the queue are shown. */
let shownPages = 1;

/** Fetches every shown page of the queue again. */
export const loadQueue = (): Promise<void> =>
  load($queue, async () => {
    const { status, find } = $filter.get();
    const query = { ...(status && { status }), ...(find.trim() && { find: find.trim() }) };
    let queue = await fetchQueuePage(query);
    for (let page = 1; page < shownPages && queue.next; page += 1) {
      const { orders, ...rest } = await fetchQueuePage({ ...query, after: queue.next });
      queue = { ...rest, orders: [...queue.orders, ...orders] };
    }
    return queue;
  });

export function showMore(): Promise<void> {
  shownPages += 1;
  return loadQueue();
}

const DEBOUNCE_MS = 150;
let debounce: ReturnType<typeof setTimeout> | undefined;

export function filterQueue(changes: Partial<{ status: ShownStatus | ''; find: string }>): void {
  $filter.set({ ...$filter.get(), ...changes });
  shownPages = 1;
  clearTimeout(debounce);
  debounce = setTimeout(() => void loadQueue(), changes.find ? DEBOUNCE_MS : 0);
}

export async function openOrder(id: string): Promise<void> {
  const shown = $order.get();
  if (shown.state === 'loaded' && shown.value._id !== id) $order.set({ state: 'loading' });
  await load($order, async () => (await read(orders[':id'].$get({ param: { id } }))).order);
}

/** Runs one request on the order at a time, then loads the order again. */
export async function updateOrder(
  id: string,
  request: () => Promise<{ message: string }>,
): Promise<boolean> {
  if ($busy.get()) return false;
  $busy.set(true);
  const isDone = await attempt(request);
  await openOrder(id);
  $busy.set(false);
  return isDone;
}

export const acceptOrder = (id: string) =>
  updateOrder(id, () => read(orders[':id'].accept.$post({ param: { id } })));
export const rejectOrder = (id: string, reason: string) =>
  updateOrder(id, () => read(orders[':id'].reject.$post({ param: { id }, json: { reason } })));
export const deliverOrder = (id: string, message: string) =>
  updateOrder(id, () => read(orders[':id'].deliver.$post({ param: { id }, json: { message } })));
export const decideRevision = (
  orderId: string,
  id: string,
  status: 'Approved' | 'Rejected' | 'Completed',
) =>
  updateOrder(orderId, () =>
    read(adminApi.revisions[':id'].$patch({ param: { id }, json: { status } })),
  );
export const removeFile = (id: string, file: string) =>
  updateOrder(id, () => read(orders[':id'].files[':file'].$delete({ param: { id, file } })));
export const requestRefund = (
  orderId: string,
  paymentId: string,
  refund: { reason: string; amount: number },
) =>
  updateOrder(orderId, () =>
    read(
      adminApi.payments[':paymentId'].refund.$post({
        param: { paymentId },
        json: { refundId: crypto.randomUUID(), ...refund },
      }),
    ),
  );

const { instalments } = adminApi.payments;
export const waiveInstalment = (orderId: string, id: string) =>
  updateOrder(orderId, () => read(instalments[':id'].waive.$post({ param: { id } })));
export const moveInstalment = (orderId: string, id: string, day: string) =>
  updateOrder(orderId, () => read(instalments[':id'].move.$post({ param: { id }, json: { day } })));

export async function addFiles(id: string, files: readonly File[]): Promise<void> {
  for (const file of files) {
    if (file.size > FILE_MOST_BYTES) {
      void toast('error', `${file.name}: ${FILE_REFUSED}`);
      continue;
    }
    const data = await readBase64(file);
    await updateOrder(id, async () => {
      await read(orders[':id'].files.$post({ param: { id }, json: { name: file.name, data } }));
      return { message: `${file.name} goes along with the delivery.` };
    });
  }
}

const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error(FILE_REFUSED));
    reader.readAsDataURL(file);
  });
