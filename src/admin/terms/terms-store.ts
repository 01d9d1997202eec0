import { toast } from '../../components/toast.ts';
import { runWithToast } from '../../features/request-feedback/run-with-toast.ts';
import { readJson } from '../../lib/api.ts';
import { adminApi, remote } from '../requests.ts';

export const $refundSpeed = remote(
  async () => (await readJson(adminApi.payments['refund-speed'].$get())).speed,
);

export async function setRefundSpeed(speed: 'normal' | 'optimum'): Promise<void> {
  await runWithToast(() => readJson(adminApi.payments['refund-speed'].$put({ json: { speed } })));
  await $refundSpeed.load();
}

const calls = adminApi['cancellation-terms'];

export const $terms = remote(async () => (await readJson(calls.$get())).terms);

export const versionOfTerms = async () => (await readJson(calls.$get())).terms.version;

/** Throws the errors that the form shows beside its fields. */
export async function saveTerms(fields: Record<string, string>, version: number): Promise<void> {
  // An empty field becomes NaN, so that it is rejected and not read as 0.
  const number = (name: string) => Number.parseFloat(fields[name] ?? '');
  const json = {
    notAccepted: number('notAccepted'),
    accepted: number('accepted'),
    lateAfterDays: number('lateAfterDays'),
    sellerShare: number('sellerShare'),
    version,
  };
  const { message, terms } = await readJson(calls.$put({ json }));
  $terms.set({ state: 'loaded', value: terms });
  void toast('success', message);
}

export const $sellsInDollars = remote(
  async () => (await readJson(adminApi.payments.dollars.$get())).isOn,
);

export async function switchDollars(isOn: boolean): Promise<void> {
  await runWithToast(() => readJson(adminApi.payments.dollars.$put({ json: { isOn } })));
  await $sellsInDollars.load();
}
