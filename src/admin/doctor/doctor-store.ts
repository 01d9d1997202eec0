import { atom } from 'nanostores';
import type { Finding } from '../../../api/modules/dashboard/doctor/finding.ts';
import { read } from '../../lib/api.ts';
import { adminApi, runAdminAction } from '../requests.ts';

/** null before the first check. */
export const $findings = atom<Finding[] | null>(null);
export const $isChecking = atom(false);

/** Checks every part; the previous lines stay until the response. */
export async function runChecks(): Promise<void> {
  $isChecking.set(true);
  await runAdminAction(async () => {
    $findings.set((await read(adminApi.doctor.$post())).findings);
    return {};
  });
  $isChecking.set(false);
}
