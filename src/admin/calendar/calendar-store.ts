import { atom } from 'nanostores';
import { madeLate, monthAfter } from '../../../api/modules/catalog/availability/calendar-rules.ts';
import type { SavedAvailability } from '../../../api/modules/catalog/availability/schema.ts';
import type { RunningOrder } from '../../../api/modules/orders/order-dates.ts';
import { toast } from '../../components/toast.ts';
import { readJson } from '../../lib/api.ts';
import { adminApi, countAction, remote } from '../requests.ts';

const { $get, $put } = adminApi.availability;
export const readSaved = () => readJson($get());

/** The month that was asked for; empty for the one of today. */
const $asked = atom('');
/** The chosen day; empty for today, or for the first day of another month. */
export const $day = atom('');

export const $month = remote(() => {
  const month = $asked.get();
  return readJson(adminApi.calendar.$get((month ? { query: { month } } : undefined) as object));
});
export const $availability = remote(readSaved);

const loadBoth = (): Promise<unknown> => Promise.all([$month.load(), $availability.load()]);

async function show(month: string): Promise<void> {
  $asked.set(month);
  await $month.load();
  const shown = $month.get();
  if ($asked.get() === month && shown.state === 'loaded') $asked.set(shown.value.month);
}

/** Shows the month that is so many later, also while the one before is still asked for. */
export function turnMonth(months: number): Promise<void> {
  const shown = $month.get();
  const from = $asked.get() || (shown.state === 'loaded' ? shown.value.month : '');
  $day.set('');
  return show(monthAfter(from, months));
}

export function showToday(): Promise<void> {
  $day.set('');
  return show('');
}

/** Chooses a day; its month is shown. */
export async function chooseDay(day: string): Promise<void> {
  $day.set(day);
  const shown = $month.get();
  if (shown.state === 'loaded' && shown.value.month !== day.slice(0, 7))
    await show(day.slice(0, 7));
}

/** Throws the errors that a form shows beside its fields. */
export async function saveAvailability(
  availability: SavedAvailability & { confirmed: boolean },
): Promise<void> {
  const { message } = await readJson($put({ json: availability }));
  await loadBoth();
  void toast('success', message);
}

type Change = (saved: SavedAvailability, today: string) => SavedAvailability;

/** A change that waits for the owner, because orders run in the new time off. */
export const $question = atom<{ orders: RunningOrder[]; confirm: () => Promise<void> } | null>(
  null,
);

/**
 * Changes the days off of what is saved by now, so that two tabs lose nothing of each other. It asks first when that makes orders
 * late; `done` is called once it is saved.
 */
export async function changeDaysOff(change: Change, done = () => {}): Promise<void> {
  const apply = async (confirmed: boolean) => {
    const { availability, running } = await readSaved();
    const shown = $month.get();
    const next = change(availability, shown.state === 'loaded' ? shown.value.today : '');
    const orders = confirmed ? [] : madeLate(availability, next, running);
    if (orders.length > 0) {
      $question.set({ orders, confirm: () => apply(true) });
      return;
    }
    await saveAvailability({ ...next, confirmed });
    countAction();
    done();
  };
  await apply(false);
}
