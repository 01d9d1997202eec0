import { atom } from 'nanostores';
import type { Task, TodayOrder } from '../../../api/modules/dashboard/today.ts';
import { UNDONE } from '../../../api/modules/deliveries/rules.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { toast } from '../../components/toast.ts';
import { postAcceptance, undoInForm } from '../../features/orders/owner-orders-store.ts';
import { messageOf, readJson } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { adminApi, countAction, remote, runAdminAction } from '../requests.ts';

const fetchToday = (days: number, all: boolean) =>
  readJson(
    adminApi.today.$get({ query: { days: String(days), ...(all && { tasks: 'all' }) } } as object),
  );

export type Summary = Awaited<ReturnType<typeof fetchToday>>;

export const SPANS = [30, 90, 365];

export const $days = atom(30);
const $showsAll = atom(false);

export const $summary = remote(() => fetchToday($days.get(), $showsAll.get()), 'today');
const last = $summary.get();
// The data that is shown first may be of a different span than the default.
if (last.state === 'loaded') $days.set(last.value.days);

export function chooseDays(days: number): void {
  $days.set(days);
  void $summary.load();
}

export function showAllTasks(): void {
  $showsAll.set(true);
  void $summary.load();
}

/** Rows whose action is under way: they disappear at once, and come back when it is refused. */
export const $leaving = atom<readonly string[]>([]);

/** What was done last, for screen readers; a toast would cover the next row's button. */
export const $done = atom('');

/** Does what these rows wait for. */
export async function finishTasks(
  keys: readonly string[],
  request: () => Promise<{ message: string }>,
): Promise<void> {
  $leaving.set([...$leaving.get(), ...keys]);
  const isDone = await runAdminAction(async () => {
    $done.set((await request()).message);
    return {};
  });
  if (isDone) await $summary.load();
  $leaving.set($leaving.get().filter((key) => !keys.includes(key)));
}

/** Accepts orders one after the other, each as if it were pressed alone; those that are refused stay, with their reason. */
export async function acceptAll(orders: readonly TodayOrder[]): Promise<void> {
  const keys = orders.map((order) => keyOf({ kind: 'order', step: 'start', isLate: false, order }));
  $leaving.set([...$leaving.get(), ...keys]);
  const refused: string[] = [];
  let accepted = 0;
  for (const { _id } of orders) {
    await postAcceptance(_id).then(
      () => {
        accepted += 1;
      },
      (error: unknown) => refused.push(`#${orderNumber(_id)}: ${messageOf(error)}`),
    );
  }
  if (accepted > 0) countAction();
  $done.set(`Accepted ${pluralize(accepted, 'order')}.`);
  if (refused.length > 0) void toast('error', `Not accepted. ${refused.join(' ')}`);
  await $summary.load();
  $leaving.set($leaving.get().filter((key) => !keys.includes(key)));
}

/** Takes back what was pressed on these orders, in any tab: one that comes too late leaves the others undone. */
export const undoAll = (ids: readonly string[]) =>
  finishTasks(ids, async () => {
    await Promise.all(ids.map(undoInForm));
    return { message: UNDONE };
  });

export const removeTestOrders = () =>
  finishTasks(['testOrders'], () =>
    readJson(adminApi.shop['remove-test-orders'].$post({ json: { confirmed: true } })),
  );

export const hideRestores = () =>
  finishTasks(['restored'], () => readJson(adminApi.tax.restores.seen.$post()));

export const hideRefusal = () =>
  finishTasks(['refused'], () => readJson(adminApi.payments.refusal.seen.$post()));

/** Names a row. */
export function keyOf(task: Task): string {
  switch (task.kind) {
    case 'dispute':
      return task.dispute._id;
    case 'unsettled':
    case 'unmatched':
    case 'refund':
      return task.payment._id;
    case 'repair':
      return task.check.part;
    case 'compensation':
      return `owed ${task.owed.orderId}`;
    case 'order':
      return `${task.step} ${task.order._id}`;
    case 'undone':
      return `undone ${task.orderId}`;
    case 'mail':
      return task.mail._id;
    case 'message':
      return task.conversation._id;
    case 'review':
      return task.review._id;
    default:
      return task.kind;
  }
}
