import { atom } from 'nanostores';
import type { AdminOrderDto } from '../../../api/modules/dashboard/order-dto.ts';
import { FILE_MOST_BYTES, FILE_REFUSED } from '../../../api/modules/orders/deliveries/rules.ts';
import type { ShownStatus } from '../../../api/modules/orders/rules.ts';
import { toast } from '../../components/toast.ts';
import { api, read } from '../../lib/api.ts';
import { loaded } from '../../lib/loaded.ts';
import { attempt, load } from '../loaded.ts';

const { orders } = api.desk;
const askQueue = (query: Record<string, string>) => read(orders.$get({ query } as object));

export type Queue = Awaited<ReturnType<typeof askQueue>>;
export const $queue = loaded<Queue>();
export const $order = loaded<AdminOrderDto>();
export const $filter = atom<{ status: ShownStatus | ''; find: string }>({ status: '', find: '' });
export const $busy = atom(false);

/** How many pages of the queue are shown. */
let pages = 1;

/** The queue as far as it is shown, fetched page by page. */
export const loadQueue = (): Promise<void> =>
  load($queue, async () => {
    const { status, find } = $filter.get();
    const wanted = { ...(status && { status }), ...(find.trim() && { find: find.trim() }) };
    let queue = await askQueue(wanted);
    for (let page = 1; page < pages && queue.next; page += 1) {
      const { orders, ...rest } = await askQueue({ ...wanted, after: queue.next });
      queue = { ...rest, orders: [...queue.orders, ...orders] };
    }
    return queue;
  });

export function showMore(): Promise<void> {
  pages += 1;
  return loadQueue();
}

const PAUSE_MS = 150;
let typing: ReturnType<typeof setTimeout> | undefined;

export function filterQueue(more: Partial<{ status: ShownStatus | ''; find: string }>): void {
  $filter.set({ ...$filter.get(), ...more });
  pages = 1;
  clearTimeout(typing);
  typing = setTimeout(() => void loadQueue(), more.find ? PAUSE_MS : 0);
}

export async function openOrder(id: string): Promise<void> {
  const shown = $order.get();
  if (shown.state === 'loaded' && shown.value._id !== id) $order.set({ state: 'loading' });
  await load($order, async () => (await read(orders[':id'].$get({ param: { id } }))).order);
}

/** Does one thing to the order at a time, then shows what became of it. */
async function act(id: string, call: () => Promise<{ message: string }>): Promise<boolean> {
  if ($busy.get()) return false;
  $busy.set(true);
  const done = await attempt(call);
  await openOrder(id);
  $busy.set(false);
  return done;
}

export const acceptOrder = (id: string) =>
  act(id, () => read(orders[':id'].accept.$post({ param: { id } })));
export const rejectOrder = (id: string, reason: string) =>
  act(id, () => read(orders[':id'].reject.$post({ param: { id }, json: { reason } })));
export const deliverOrder = (id: string, message: string) =>
  act(id, () => read(orders[':id'].deliver.$post({ param: { id }, json: { message } })));
export const decideRevision = (
  orderId: string,
  id: string,
  status: 'Approved' | 'Rejected' | 'Completed',
) =>
  act(orderId, () => read(api.desk.revisions[':id'].$patch({ param: { id }, json: { status } })));
export const dropFile = (id: string, file: string) =>
  act(id, () => read(orders[':id'].files[':file'].$delete({ param: { id, file } })));
export const requestRefund = (orderId: string, paymentId: string, reason: string) =>
  act(orderId, () =>
    read(
      api.desk.payments[':paymentId'].refund.$post({
        param: { paymentId },
        json: { refundId: crypto.randomUUID(), reason },
      }),
    ),
  );

export async function addFiles(id: string, files: readonly File[]): Promise<void> {
  for (const file of files) {
    if (file.size > FILE_MOST_BYTES) {
      void toast('error', `${file.name}: ${FILE_REFUSED}`);
      continue;
    }
    const data = await base64Of(file);
    await act(id, async () => {
      await read(orders[':id'].files.$post({ param: { id }, json: { name: file.name, data } }));
      return { message: `${file.name} goes along with the delivery.` };
    });
  }
}

const base64Of = (file: File): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => failed(new Error(FILE_REFUSED));
    reader.readAsDataURL(file);
  });
