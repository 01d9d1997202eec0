import { atom } from 'nanostores';
import type { CheckResult } from '../../../api/modules/dashboard/doctor/check.ts';
import { readJson } from '../../lib/api.ts';
import { adminApi, runAdminAction } from '../requests.ts';

/** null before the first check. */
export const $results = atom<CheckResult[] | null>(null);
export const $isChecking = atom(false);

/** Checks every part; the previous lines stay until the response. */
export async function runChecks(): Promise<void> {
  $isChecking.set(true);
  await runAdminAction(async () => {
    $results.set((await readJson(adminApi.doctor.$post())).findings);
    return {};
  });
  $isChecking.set(false);
}
