import { atom } from 'nanostores';
import type { LedgerKind } from '../../../api/modules/dashboard/rules.ts';
import { read } from '../../lib/api.ts';
import { loaded } from '../../lib/async-store.ts';
import { adminApi, load } from '../requests.ts';

export interface LedgerFilter {
  kind: LedgerKind | '';
  /** A year or a month, such as 2026 or 2026-11. */
  period: string;
  find: string;
}

const fetchOpenPayments = async () => ({
  disputes: (await read(adminApi.disputes.$get())).disputes,
  refundsDue: (await read(adminApi.payments['refunds-due'].$get())).payments,
  unmatched: (await read(adminApi.payments.unmatched.$get())).payments,
  instalments: (await read(adminApi.payments.instalments.$get())).instalments,
});
const fetchPage = (query: Record<string, string>) =>
  read(adminApi.ledger.$get({ query } as object));
const fetchMonths = (query: Record<string, string>) =>
  read(adminApi.ledger.months.$get({ query } as object));

export type OpenPayments = Awaited<ReturnType<typeof fetchOpenPayments>>;
export type LedgerPage = Awaited<ReturnType<typeof fetchPage>>;
export type Entry = LedgerPage['entries'][number];
export type Year = Awaited<ReturnType<typeof fetchMonths>>;

export const $openPayments = loaded<OpenPayments>('open-payments');
export const $ledger = loaded<LedgerPage>();
export const $year = loaded<Year>('ledger-year');
export const $filter = atom<LedgerFilter>({ kind: '', period: '', find: '' });

/** How many pages of the ledger are shown. */
let shownPages = 1;

/** The filters that are set, as a query. */
export const queryOf = (filter: LedgerFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim()));

export const exportPath = (filter: LedgerFilter): string =>
  `/api/v1/desk/ledger/ledger.csv?${new URLSearchParams(queryOf(filter))}`;

const loadOpenPayments = () => load($openPayments, fetchOpenPayments);

export const loadLedger = (): Promise<void> =>
  load($ledger, async () => {
    const query = queryOf($filter.get());
    let ledger = await fetchPage(query);
    for (let page = 1; page < shownPages && ledger.next; page += 1) {
      const { entries, ...rest } = await fetchPage({ ...query, after: ledger.next });
      ledger = { ...rest, entries: [...ledger.entries, ...entries] };
    }
    return ledger;
  });

export const loadYear = (year?: number): Promise<void> =>
  load($year, () => fetchMonths(year ? { year: String(year) } : {}));

export async function loadPayments(): Promise<void> {
  const shown = $year.get();
  const year = shown.state === 'loaded' ? shown.value.year : undefined;
  await Promise.all([loadOpenPayments(), loadLedger(), loadYear(year)]);
}

export function showMore(): Promise<void> {
  shownPages += 1;
  return loadLedger();
}

const DEBOUNCE_MS = 150;
let debounce: ReturnType<typeof setTimeout> | undefined;

export function filterLedger(changes: Partial<LedgerFilter>): void {
  $filter.set({ ...$filter.get(), ...changes });
  shownPages = 1;
  clearTimeout(debounce);
  debounce = setTimeout(() => void loadLedger(), changes.find ? DEBOUNCE_MS : 0);
}
