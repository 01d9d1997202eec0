import type { PaymentFilter } from '../../../api/modules/payments/payment-state-rules.ts';
import { adminApi, fetchLatestInto, remote } from '../../admin/requests.ts';
import { toast } from '../../components/toast.ts';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { filteredList, filtersOf } from '../lists/filtered-list.ts';

type Filter = {
  show: PaymentFilter | '';
  /** A month, such as 2026-11. */
  period: string;
  find: string;
};

const fetchPage = (query: Record<string, string>) =>
  readJson(adminApi.payments.$get({ query } as object));
const fetchCompensations = async () =>
  (await readJson(adminApi.payments.compensations.$get())).compensations;
const fetchMonths = (query: Record<string, string>) =>
  readJson(adminApi.ledger.months.$get({ query } as object));

export type OwedCompensation = Awaited<ReturnType<typeof fetchCompensations>>[number];
export type Year = Awaited<ReturnType<typeof fetchMonths>>;

export const $compensations = asyncStore<OwedCompensation[]>('compensations');
export const payments = filteredList(
  { show: '', period: '', find: '' } as Filter,
  'payments',
  'after',
  fetchPage,
);

/** The ledger of the chosen month and the found buyer or order, whatever the state of its payments. */
export const exportPath = ({ period, find }: Filter): string =>
  `/api/v1/desk/ledger/ledger.csv?${new URLSearchParams(filtersOf({ period, find }))}`;

/** The year that was chosen; the latest one by default. */
let chosenYear: number | undefined;

export const $year = remote(
  () => fetchMonths(chosenYear ? { year: String(chosenYear) } : {}),
  'ledger-year',
);

export function showYear(year: number): void {
  chosenYear = year;
  payments.filter({ period: '' });
  void $year.load();
}

export async function loadPayments(): Promise<void> {
  const loadCompensations = fetchLatestInto($compensations, fetchCompensations);
  await Promise.all([payments.reload(), $year.load(), loadCompensations]);
}

/** Throws the errors that the form shows beside its field. */
export async function settleCompensation(orderId: string, reference: string): Promise<void> {
  const call = adminApi.payments.compensations[':orderId'].settle;
  const { message } = await readJson(call.$post({ param: { orderId }, json: { reference } }));
  void toast('success', message);
}
