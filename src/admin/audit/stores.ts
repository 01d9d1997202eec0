import { atom } from 'nanostores';
import { read } from '../../lib/api.ts';
import { loaded } from '../../lib/async-store.ts';
import { adminApi, load } from '../requests.ts';

export interface AuditFilter {
  find: string;
  /** '1' for what was refused or failed only. */
  refused: '' | '1';
}

const fetchPage = (query: Record<string, string>) => read(adminApi.audit.$get({ query } as object));

export type AuditPage = Awaited<ReturnType<typeof fetchPage>>;
export type AuditLine = AuditPage['lines'][number];

export const $auditLog = loaded<AuditPage>();
export const $auditFilter = atom<AuditFilter>({ find: '', refused: '' });
export const $auditCheck = loaded<{ lines: number; brokenAt: number | null }>();

export const EXPORT_PATH = '/api/v1/desk/audit/export';

const DEBOUNCE_MS = 150;
let debounce: ReturnType<typeof setTimeout> | undefined;
let shownPages = 1;

const queryOf = (filter: AuditFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim()));

export const loadAuditLog = (): Promise<void> =>
  load($auditLog, async () => {
    const query = queryOf($auditFilter.get());
    let log = await fetchPage(query);
    for (let page = 1; page < shownPages && log.next; page += 1) {
      const { lines, ...rest } = await fetchPage({ ...query, before: String(log.next) });
      log = { ...rest, lines: [...log.lines, ...lines] };
    }
    return log;
  });

export const loadAuditCheck = (): Promise<void> =>
  load($auditCheck, () => read(adminApi.audit.check.$get()));

export function showMore(): Promise<void> {
  shownPages += 1;
  return loadAuditLog();
}

export function filterAuditLog(changes: Partial<AuditFilter>): void {
  $auditFilter.set({ ...$auditFilter.get(), ...changes });
  shownPages = 1;
  clearTimeout(debounce);
  debounce = setTimeout(() => void loadAuditLog(), changes.find ? DEBOUNCE_MS : 0);
}
