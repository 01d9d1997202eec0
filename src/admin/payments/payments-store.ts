import type { LedgerKind } from '../../../api/modules/dashboard/ledger-rules.ts';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { filteredList, filtersOf } from '../filtered-list.ts';
import { adminApi, fetchLatestInto } from '../requests.ts';

type LedgerFilter = {
  kind: LedgerKind | '';
  /** A year or a month, such as 2026 or 2026-11. */
  period: string;
  find: string;
};

const fetchOpenPayments = async () => ({
  disputes: (await readJson(adminApi.disputes.$get())).disputes,
  refundsDue: (await readJson(adminApi.payments['refunds-due'].$get())).payments,
  unmatched: await readJson(adminApi.payments.unmatched.$get()),
  owed: await readJson(adminApi.payments.instalments.$get()),
});
const fetchPage = (query: Record<string, string>) =>
  readJson(adminApi.ledger.$get({ query } as object));
const fetchMonths = (query: Record<string, string>) =>
  readJson(adminApi.ledger.months.$get({ query } as object));

export type OpenPayments = Awaited<ReturnType<typeof fetchOpenPayments>>;
export type Entry = Awaited<ReturnType<typeof fetchPage>>['entries'][number];
export type Year = Awaited<ReturnType<typeof fetchMonths>>;

export const $openPayments = asyncStore<OpenPayments>('open-payments');
export const $year = asyncStore<Year>('ledger-year');
export const ledger = filteredList(
  { kind: '', period: '', find: '' } as LedgerFilter,
  (filters, after) => fetchPage({ ...filters, ...(after && { after }) }),
  (shown, page) => ({ ...page, entries: [...shown.entries, ...page.entries] }),
);

export const exportPath = (filter: LedgerFilter): string =>
  `/api/v1/desk/ledger/ledger.csv?${new URLSearchParams(filtersOf(filter))}`;

const loadOpenPayments = () => fetchLatestInto($openPayments, fetchOpenPayments);

/** The year that was chosen; the latest one by default. */
let chosenYear: number | undefined;

const loadYear = (): Promise<void> =>
  fetchLatestInto($year, () => fetchMonths(chosenYear ? { year: String(chosenYear) } : {}));

export function showYear(year: number): void {
  chosenYear = year;
  ledger.filter({ period: '' });
  void loadYear();
}

export async function loadPayments(): Promise<void> {
  await Promise.all([loadOpenPayments(), ledger.reload(), loadYear()]);
}
