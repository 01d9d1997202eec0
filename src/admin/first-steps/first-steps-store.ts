import type { FirstStep } from '../../../api/modules/dashboard/first-steps/rules.ts';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { runChecks } from '../doctor/doctor-store.ts';
import { openShop } from '../publish/publish-store.ts';
import { adminApi, fetchLatestInto, runAdminAction } from '../requests.ts';

const calls = adminApi['first-steps'];

export const $steps = asyncStore<FirstStep[]>();

export const loadSteps = () =>
  fetchLatestInto($steps, async () => (await readJson(calls.$get())).steps);

/** The actions of steps that need no page. */
export const ACTIONS = { check: runChecks, open: openShop };

/** The link of a test mail leads to the screen with its token in the address, which proves that it arrived. */
export async function confirmMailFromUrl(): Promise<void> {
  const token = new URLSearchParams(location.search).get('mail');
  if (!token) return;
  history.replaceState(null, '', location.pathname);
  await runAdminAction(() => readJson(calls.mail.$post({ json: { token } })));
}
