import type { Delivered } from '../../../api/modules/deliveries/deliver-order.ts';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import type { OrderTab } from '../../../api/modules/orders/next-rules.ts';
import type { DecidedRevision } from '../../../api/modules/orders/revisions/rules.ts';
import { adminApi, fetchLatestInto, runAdminAction } from '../../admin/requests.ts';
import { goTo } from '../../admin/router.ts';
import { navigateWhenConfirmed } from '../../admin/unsaved-changes.ts';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { saveFormDraft } from '../../lib/form-drafts.ts';
import { filteredList, filtersOf } from '../lists/filtered-list.ts';
import { createActions } from '../request-feedback/create-actions.ts';

const { orders } = adminApi;
const fetchOrderListPage = (query: Record<string, string>) =>
  readJson(orders.$get({ query } as object));

export type OrderListPage = Awaited<ReturnType<typeof fetchOrderListPage>>;
export const orderList = filteredList(
  { show: '' as OrderTab | '', find: '' },
  'orders',
  'after',
  // A search looks at all of them.
  ({ show = 'mine', ...query }) => fetchOrderListPage(query.find ? query : { show, ...query }),
);
/** Shows the orders that were placed by the account of this address. */
export function showOrdersOf(email: string): void {
  navigateWhenConfirmed(() => {
    orderList.filter({ show: '', find: email });
    goTo('orders');
  });
}

/** What a search finds, or all, as a file. */
export const exportPath = (find: string): string =>
  `/api/v1/desk/orders/orders.csv?${new URLSearchParams(filtersOf({ find }))}`;

export const $order = asyncStore<AdminOrderDto>();

export async function openOrder(id: string): Promise<void> {
  const shown = $order.get();
  if (shown.state === 'loaded' && shown.value._id !== id) $order.set({ state: 'loading' });
  await fetchLatestInto(
    $order,
    async () => (await readJson(orders[':id'].$get({ param: { id } }))).order,
  );
}

export const {
  $busy,
  act: updateOrder,
  save: saveInOrder,
} = createActions(openOrder, runAdminAction);

/** Asks for ten seconds in which it can be taken back. */
const undoable = <T extends object>(request: T): T => ({
  ...request,
  query: { undo: 'true' },
});

/** What is typed for an act on an order and not sent. */
export const draftOf = (act: keyof typeof PRESSED, id: string): string => `${act}:${id}`;

/** The draft goes with the answer, before anybody can undo what was sent: undoing brings it back. */
async function sent<T>(draft: string, request: Promise<T>): Promise<T> {
  const answer = await request;
  saveFormDraft(draft, undefined);
  return answer;
}

export const PRESSED = {
  accept: 'Accepted',
  deliver: 'Delivered',
  'reject revision': 'Revision rejected',
};

export const postAcceptance = (id: string) =>
  readJson(orders[':id'].accept.$post(undoable({ param: { id } })));
export const postUndo = (id: string) => readJson(orders[':id'].undo.$post({ param: { id } }));
/** What was written with it is in its form again. */
export async function undoInForm(id: string) {
  const { act, text, ...answer } = await postUndo(id);
  if (text) saveFormDraft(draftOf(act, id), { text });
  return answer;
}
export const undoAct = (id: string) => updateOrder(id, () => undoInForm(id));
export const acceptOrder = (id: string) => updateOrder(id, () => postAcceptance(id));
export const deliverOrder = (id: string, json: Delivered) =>
  updateOrder(id, () =>
    sent(
      draftOf('deliver', id),
      readJson(orders[':id'].deliver.$post(undoable({ param: { id }, json }))),
    ),
  );
export const rejectOrder = (id: string, reason: string) =>
  updateOrder(id, () => readJson(orders[':id'].reject.$post({ param: { id }, json: { reason } })));
export const waitForBuyer = (id: string, reason: string) =>
  updateOrder(id, () => readJson(orders[':id'].wait.$post({ param: { id }, json: { reason } })));
export const resumeOrder = (id: string) =>
  updateOrder(id, () => readJson(orders[':id'].resume.$post({ param: { id } })));
export const openFiles = (id: string) =>
  updateOrder(id, () => readJson(orders[':id'].open.$post({ param: { id } })));
export const endOrder = (id: string, refund: number) =>
  updateOrder(id, () => readJson(orders[':id'].end.$post({ param: { id }, json: { refund } })));
const patchRevision = (id: string, json: { status: DecidedRevision; reason?: string }) =>
  readJson(adminApi.revisions[':id'].$patch(undoable({ param: { id }, json })));
export const decideRevision = (orderId: string, id: string, status: 'Approved' | 'Completed') =>
  updateOrder(orderId, () =>
    sent(draftOf('reject revision', orderId), patchRevision(id, { status })),
  );
export const rejectRevision = (orderId: string, id: string, reason: string) =>
  saveInOrder(orderId, () =>
    sent(draftOf('reject revision', orderId), patchRevision(id, { status: 'Rejected', reason })),
  );
export const cancelAccepted = (id: string, json: { refund: number; reason: string }) =>
  saveInOrder(id, () => readJson(orders[':id'].cancel.$post({ param: { id }, json })));
/** A payment that belongs to no order can be refunded, too. */
export function requestRefund(
  orderId: string | null,
  paymentId: string,
  refund: { reason: string; amount: number },
) {
  const json = { refundId: crypto.randomUUID(), ...refund };
  const request = () =>
    readJson(adminApi.payments[':paymentId'].refund.$post({ param: { paymentId }, json }));
  return orderId ? updateOrder(orderId, request) : runAdminAction(request);
}

const { instalments } = adminApi.payments;
export const waiveInstalment = (orderId: string, id: string) =>
  updateOrder(orderId, () => readJson(instalments[':id'].waive.$post({ param: { id } })));
export const revokeLink = (orderId: string) =>
  updateOrder(orderId, () =>
    readJson(adminApi.payments.links[':orderId'].$delete({ param: { orderId } })),
  );
/** Stores the certificate for tax that was deducted from a part. */
export const enterCertificate = (id: string, part: string, number: string) =>
  saveInOrder(id, () =>
    readJson(
      adminApi.tax.orders[':id'].certificate.$put({ param: { id }, json: { part, number } }),
    ),
  );
export const moveInstalment = (orderId: string, id: string, day: string) =>
  updateOrder(orderId, () =>
    readJson(instalments[':id'].move.$post({ param: { id }, json: { day } })),
  );
