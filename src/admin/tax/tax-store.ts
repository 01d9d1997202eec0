import { toast } from '../../components/toast.ts';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { adminApi, fetchLatestInto, remote, runAdminAction } from '../requests.ts';

const calls = adminApi.tax;
const fetchTax = async () => {
  const [{ tax }, { deducted }, { declarations }] = await Promise.all([
    readJson(calls.$get()),
    readJson(calls.deducted.$get()),
    readJson(calls.declarations.$get()),
  ]);
  return { ...tax, deducted, declarations };
};
const fetchOrderTax = async (id: string) =>
  (await readJson(calls.orders[':id'].$get({ param: { id } }))).tax;

export type TaxSettings = Awaited<ReturnType<typeof fetchTax>>;
export type OrderTax = Awaited<ReturnType<typeof fetchOrderTax>>;

export const $orderTax = asyncStore<OrderTax & { id: string }>();

export const $tax = remote(fetchTax);

export const loadOrderTax = (id: string): Promise<void> =>
  fetchLatestInto($orderTax, async () => ({ ...(await fetchOrderTax(id)), id }));

/** What another tab has saved meanwhile is replaced. */
export const versionOfSeller = async () => (await readJson(calls.$get())).tax.seller.version;

const DETAILS = ['gstin', 'sac', 'name', 'address', 'state'] as const;

/** Sends what the server does not set itself. Throws the errors that the form shows beside its fields. */
export async function saveSeller(
  { fixed }: TaxSettings['seller'],
  fields: Record<string, string>,
  version: number,
) {
  const own = DETAILS.filter((name) => !(name in fixed) && name in fields);
  const json = { ...Object.fromEntries(own.map((name) => [name, fields[name]])), version };
  const { message } = await readJson(calls.seller.$put({ json }));
  void toast('success', message);
  await $tax.load();
}

/** Throws the errors that the form shows beside its fields. */
export async function saveLetter({ number = '', year = '' }: Record<string, string>) {
  const { message } = await readJson(calls.letter.$put({ json: { number, year } }));
  void toast('success', message);
  await $tax.load();
}

export async function switchDeductions(isOn: boolean): Promise<void> {
  await runAdminAction(() => readJson(calls.deductions.$put({ json: { isOn } })));
  await $tax.load();
}

/** Throws the errors that the form shows beside its fields. */
export async function saveDeclaration(
  invoice: string,
  { receivedOn = '', reference = '', purpose = '', month = '' }: Record<string, string>,
) {
  const entered = { invoice, receivedOn, reference, purpose, month };
  const { message } = await readJson(calls.declarations.$put({ json: entered }));
  void toast('success', message);
  await $tax.load();
}

export const decideExport = (id: string, isExport: boolean) =>
  readJson(calls.orders[':id'].$post({ param: { id }, json: { isExport } }));
