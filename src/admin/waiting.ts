import { read } from '../lib/api.ts';
import { loaded } from '../lib/async-store.ts';
import { whenOnline } from '../lib/socket.ts';
import { $missedChanges, keepUpToDate } from './live-updates.ts';
import { $completedActions, adminApi } from './requests.ts';
import { $page } from './router.ts';

const fetchCounts = async () => (await read(adminApi.waiting.$get())).counts;

/** The counts beside the items of the menu. */
export const $waiting = loaded<Record<string, number>>('waiting');

/** The menu works without its counts, so an error is not shown. */
const loadWaiting = (): Promise<void> =>
  fetchCounts().then(
    (value) => $waiting.set({ state: 'loaded', value }),
    () => {},
  );

/** The other data of the screen is loaded again only when the counts differ from those that came with it. */
async function findMissedChanges(): Promise<void> {
  const before = $waiting.get();
  await loadWaiting();
  const isSame = JSON.stringify(before) === JSON.stringify($waiting.get());
  if (!isSame) $missedChanges.set($missedChanges.get() + 1);
}

/** Refreshes the counts after a change, an action or a change of screen; returns a function that stops it. */
export function watchWaiting(): () => void {
  const stops = [
    keepUpToDate(loadWaiting),
    whenOnline(() => void findMissedChanges()),
    $completedActions.listen(() => void loadWaiting()),
    $page.listen(() => void loadWaiting()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
