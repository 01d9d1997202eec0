import { atom } from 'nanostores';
import type { OrderDto } from '../../../api/modules/orders/dto.ts';
import type { RevisionDto } from '../../../api/modules/orders/revisions/dto.ts';
import { REQUEST_USED, REVISION_FAILED } from '../../../api/modules/orders/revisions/texts.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, api, readJson, serverMessage } from '../../lib/api.ts';
import { asyncStore, fetchInto } from '../../lib/async-store.ts';
import { refreshOnEvent } from '../../lib/socket.ts';
import { $order } from '../orders/orders-store.ts';

export const $revisions = asyncStore<RevisionDto[]>();
/** The order whose revision dialog is open. */
export const $revisionDialogOrder = atom<OrderDto | null>(null);
export const $busy = atom(false);

// The id is reused until the request succeeds, so that a retry after a lost response is idempotent.
let request = { orderId: '', id: '' };

export function openRevisionDialog(order: OrderDto): void {
  if (request.orderId !== order._id) request = { orderId: order._id, id: crypto.randomUUID() };
  $revisionDialogOrder.set(order);
}
export const closeRevisionDialog = (): void => $revisionDialogOrder.set(null);

const textOf = (error: unknown) => serverMessage(error, REVISION_FAILED);

function failed(error: unknown): string {
  void toast('error', textOf(error));
  return textOf(error);
}

export async function loadRevisions(orderId: string): Promise<void> {
  const call = () => api.gig.order.revision[':orderId'].$get({ param: { orderId } });
  await fetchInto($revisions, async () => (await readJson(call())).data, failed);
}

/** Requests that became changes do not count. */
const countRevisions = (list: RevisionDto[]): number =>
  list.filter(({ change }) => change === null).length;

/** Requests a revision; returns whether it succeeded. */
export async function requestRevision(description: string): Promise<boolean> {
  const order = $revisionDialogOrder.get();
  if (!order || $busy.get()) return false;
  $busy.set(true);
  try {
    const { message, data } = await readJson(
      api.gig.order['revision-request'].$post({
        json: { orderId: order._id, requestId: request.id, revisionDescription: description },
      }),
    );
    request = { orderId: '', id: '' };
    $revisions.set({ state: 'loaded', value: data });
    const shown = $order.get();
    if (shown.state === 'loaded' && shown.value._id === order._id) {
      $order.set({
        state: 'loaded',
        value: { ...shown.value, usedRevisions: countRevisions(data) },
      });
    }
    void toast('success', message);
    $revisionDialogOrder.set(null);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.message === REQUEST_USED) {
      request = { orderId: order._id, id: crypto.randomUUID() };
      void loadRevisions(order._id);
    }
    void toast('error', textOf(error));
    return false;
  } finally {
    $busy.set(false);
  }
}

/** Loads the history of an order and keeps it up to date. */
export function followRevisions(orderId: string): () => void {
  $revisions.set({ state: 'loading' });
  const load = () => void loadRevisions(orderId);
  load();
  return refreshOnEvent(
    'orderChanged',
    load,
    (changed: { orderId: string }) => changed.orderId === orderId,
  );
}
