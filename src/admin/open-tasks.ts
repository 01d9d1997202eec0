import { readJson } from '../lib/api.ts';
import { asyncStore } from '../lib/async-store.ts';
import { combineCleanups } from '../lib/combine-cleanups.ts';
import { missedOrders, onConnected } from '../lib/socket.ts';
import { $missedChanges, reloadOnChanges } from './live-updates.ts';
import { $completedActions, adminApi } from './requests.ts';
import { $page } from './router.ts';

const fetchCounts = async () => (await readJson(adminApi.waiting.$get())).counts;

/** The counts beside the items of the menu. */
export const $openTasks = asyncStore<Record<string, number>>('waiting');

/** The menu works without its counts, so an error is not shown. */
const loadOpenTasks = (): Promise<void> =>
  fetchCounts().then(
    (value) => $openTasks.set({ state: 'loaded', value }),
    () => {},
  );

/** The other data of the screen is loaded again only when the counts differ from those that came with it, or an order. */
async function findMissedChanges(): Promise<void> {
  const before = $openTasks.get();
  const [changed] = await Promise.all([missedOrders(), loadOpenTasks()]);
  const isSame = JSON.stringify(before) === JSON.stringify($openTasks.get());
  if (!isSame || changed.length > 0) $missedChanges.set($missedChanges.get() + 1);
}

/** Refreshes the counts after a change, an action or a change of screen; returns a function that stops it. */
export const watchOpenTasks = () =>
  combineCleanups(
    reloadOnChanges(loadOpenTasks),
    onConnected(() => void findMissedChanges()),
    $completedActions.listen(() => void loadOpenTasks()),
    $page.listen(() => void loadOpenTasks()),
  );
