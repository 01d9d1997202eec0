import type { Availability } from '../../../api/modules/catalog/availability/schema.ts';
import { toast } from '../../components/toast.ts';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { adminApi, fetchLatestInto } from '../requests.ts';

export const $availability = asyncStore<Availability>();

export const loadAvailability = (): Promise<void> =>
  fetchLatestInto(
    $availability,
    async () => (await readJson(adminApi.availability.$get())).availability,
  );

/** Throws the errors that the form shows beside its fields. */
export async function saveAvailability(json: Availability): Promise<void> {
  const { message } = await readJson(adminApi.availability.$put({ json }));
  $availability.set({ state: 'loaded', value: json });
  void toast('success', message);
}
