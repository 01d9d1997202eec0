import { atom } from 'nanostores';
import type { CheckReport } from '../../../api/platform/installation-checks.ts';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { adminApi, fetchLatestInto, runAdminAction } from '../requests.ts';

/** The last report, also of the checks that the app makes by itself; null before the first one. */
export const $report = asyncStore<CheckReport | null>();
export const $isChecking = atom(false);

export const loadReport = () =>
  fetchLatestInto($report, async () => (await readJson(adminApi.doctor.$get())).report);

/** Checks every part; the previous lines stay until the response. */
export async function runChecks(): Promise<void> {
  $isChecking.set(true);
  await runAdminAction(async () => {
    const { at, findings } = await readJson(adminApi.doctor.$post());
    $report.set({ state: 'loaded', value: { at, findings } });
    return {};
  });
  $isChecking.set(false);
}

/** Throws the error that the form shows beside the field. */
export async function saveDkimSelector(selector: string): Promise<void> {
  const { at, findings } = await readJson(adminApi.doctor.dkim.$put({ json: { selector } }));
  $report.set({ state: 'loaded', value: { at, findings } });
}
