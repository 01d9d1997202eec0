import type { CancellationTerms } from '../../../api/modules/orders/rules.ts';
import { toast } from '../../components/toast.ts';
import { read } from '../../lib/api.ts';
import { loaded } from '../../lib/async-store.ts';
import { adminApi, load } from '../requests.ts';

const calls = adminApi['cancellation-terms'];

export const $terms = loaded<CancellationTerms>();

export const loadTerms = (): Promise<void> =>
  load($terms, async () => (await read(calls.$get())).terms);

/** Throws what the form shows beside its fields. */
export async function saveTerms(fields: Record<string, string>): Promise<void> {
  const json = {
    notAccepted: Number(fields['notAccepted']),
    accepted: Number(fields['accepted']),
    lateAfterDays: Number(fields['lateAfterDays']),
    late: Number(fields['late']),
  };
  const { message, terms } = await read(calls.$put({ json }));
  $terms.set({ state: 'loaded', value: terms });
  void toast('success', message);
}
