import { atom } from 'nanostores';
import type {
  NotificationType,
  Preference,
  Preferences,
} from '../../../api/modules/notifications/rules.ts';
import { toast } from '../../components/toast.ts';
import { api, messageOf, read } from '../../lib/api.ts';

export const $preferences = atom<Preferences | null>(null);
/** Why they are not here; '' while nothing went wrong. */
export const $problem = atom('');

export async function loadPreferences(): Promise<void> {
  $problem.set('');
  try {
    const { preferences } = await read(api.notify.client.preferences.$get());
    $preferences.set(preferences);
  } catch (error) {
    $problem.set(messageOf(error));
  }
}

/** Shows the choice at once and takes it back when it could not be saved. */
export async function prefer(type: NotificationType, change: Partial<Preference>): Promise<void> {
  const before = $preferences.get();
  if (!before) return;
  const wanted = { ...before[type], ...change };
  $preferences.set({ ...before, [type]: wanted });
  try {
    const call = api.notify.client.preferences.$put({ json: { preferences: { [type]: wanted } } });
    void toast('success', (await read(call)).message);
  } catch (error) {
    $preferences.set({ ...($preferences.get() ?? before), [type]: before[type] });
    void toast('error', messageOf(error));
  }
}
