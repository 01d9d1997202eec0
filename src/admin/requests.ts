import { atom } from 'nanostores';
import { runWithToast } from '../features/request-feedback/run-with-toast.ts';
import { api, readJson } from '../lib/api.ts';

export { fetchLatestInto, type Remote, remote } from '../features/request-feedback/remote.ts';

/** The calls that only the owner may make. */
export const adminApi = api.desk;

/** The number of actions that succeeded on this page. */
export const $completedActions = atom(0);

/** After each change: the counts of the menu and of the publishing bar follow it. */
export const countAction = () => $completedActions.set($completedActions.get() + 1);

/** Downloads a file, after a confirmation where one is needed. */
export async function downloadConfirmed(path: string, name: string): Promise<void> {
  const isAllowed = await runWithToast(async () => {
    await readJson(api.user.confirmation.$get());
    return {};
  });
  if (!isAllowed) return;
  const link = document.createElement('a');
  link.href = path;
  link.download = name;
  link.click();
}

/** Runs an action, shows its result as a toast and counts it; true when it succeeded. */
export async function runAdminAction(action: Parameters<typeof runWithToast>[0]): Promise<boolean> {
  const isDone = await runWithToast(action);
  if (isDone) countAction();
  return isDone;
}
