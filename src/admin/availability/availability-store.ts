import type { Availability } from '../../../api/modules/catalog/availability/schema.ts';
import type { RunningOrder } from '../../../api/modules/orders/order-dates.ts';
import { toast } from '../../components/toast.ts';
import { readJson } from '../../lib/api.ts';
import { asyncStore } from '../../lib/async-store.ts';
import { adminApi, fetchLatestInto } from '../requests.ts';

export const $availability = asyncStore<{
  availability: Availability;
  running: RunningOrder[];
  /** When the address of the calendar feed was created. */
  feedSince: string | null;
}>();

export const loadAvailability = (): Promise<void> =>
  fetchLatestInto($availability, () => readJson(adminApi.availability.$get()));

/** Throws the errors that the form shows beside its fields. */
export async function saveAvailability(
  availability: Availability,
  { confirmed }: { confirmed: boolean },
): Promise<void> {
  const json = { ...availability, confirmed };
  const { message } = await readJson(adminApi.availability.$put({ json }));
  await loadAvailability();
  void toast('success', message);
}
