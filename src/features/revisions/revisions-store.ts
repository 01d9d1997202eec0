import { atom } from 'nanostores';
import type { RevisionDto } from '../../../api/modules/deliveries/revisions.ts';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { REQUEST_USED, REVISION_FAILED } from '../../../api/modules/orders/revisions/rules.ts';
import { toast } from '../../components/toast.ts';
import { ApiError, api, readJson, serverMessage } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { refreshOrder } from '../orders/orders-store.ts';
import { fetchLatestInto } from '../request-feedback/remote.ts';

/** The order whose revision dialog is open. */
export const $revisionDialogOrder = atom<BuyerOrderDto | null>(null);
export const $busy = atom(false);
/** The requests of the order that the page shows. */
export const $revisions = asyncStore<RevisionDto[]>();

// The id is reused until the request succeeds, so that a retry after a lost response is idempotent.
let request = { orderId: '', id: '' };

export function openRevisionDialog(order: BuyerOrderDto): void {
  if (request.orderId !== order._id) request = { orderId: order._id, id: crypto.randomUUID() };
  $revisionDialogOrder.set(order);
}
export const closeRevisionDialog = (): void => $revisionDialogOrder.set(null);

const textOf = (error: unknown) => serverMessage(error, REVISION_FAILED);

export const loadRevisions = (orderId: string): Promise<void> =>
  fetchLatestInto(
    $revisions,
    async () =>
      (await readJson(api.gig.order.revision[':orderId'].$get({ param: { orderId } }))).data,
    textOf,
  );

/** Requests a revision; returns whether it succeeded. */
export async function requestRevision(description: string, pins: string[]): Promise<boolean> {
  const order = $revisionDialogOrder.get();
  if (!order || $busy.get()) return false;
  $busy.set(true);
  try {
    const { message } = await readJson(
      api.gig.order['revision-request'].$post({
        json: {
          ...{ orderId: order._id, requestId: request.id, revisionDescription: description },
          ...(pins.length > 0 ? { pins } : {}),
        },
      }),
    );
    request = { orderId: '', id: '' };
    await refreshOrder(order._id);
    void toast('success', message);
    $revisionDialogOrder.set(null);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.message === REQUEST_USED) {
      request = { orderId: order._id, id: crypto.randomUUID() };
      void refreshOrder(order._id);
    }
    void toast('error', textOf(error));
    return false;
  } finally {
    $busy.set(false);
  }
}
