import { filteredList } from '../../features/lists/filtered-list.ts';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { adminApi, downloadConfirmed, fetchLatestInto } from '../requests.ts';

const fetchPage = (query: Record<string, string>) =>
  readJson(adminApi.audit.$get({ query } as object));

export type AuditLine = Awaited<ReturnType<typeof fetchPage>>['lines'][number];

export const auditLog = filteredList(
  // `refused=1` lists only refused and failed actions.
  { find: '', refused: '' as '' | '1' },
  (filters, before) => fetchPage({ ...filters, ...(before && { before }) }),
  (shown, page) => ({ ...page, lines: [...shown.lines, ...page.lines] }),
);
export const $auditCheck = asyncStore<{ lines: number; brokenAt: number | null }>();

export const exportAuditLog = (): Promise<void> =>
  downloadConfirmed('/api/v1/desk/audit/export', 'audit-log.jsonl');

export const loadAuditCheck = (): Promise<void> =>
  fetchLatestInto($auditCheck, () => readJson(adminApi.audit.check.$get()));
