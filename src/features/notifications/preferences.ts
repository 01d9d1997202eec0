import { atom } from 'nanostores';
import type {
  NotificationType,
  Preference,
  Preferences,
} from '../../../api/modules/notifications/rules.ts';
import { toast } from '../../components/toast.ts';
import { api, messageOf, read } from '../../lib/api.ts';

export const $preferences = atom<Preferences | null>(null);
/** Why the preferences could not be loaded; '' otherwise. */
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

/** Shows the choice at once and reverts it when it cannot be saved. */
export async function setPreference(
  type: NotificationType,
  change: Partial<Preference>,
): Promise<void> {
  const before = $preferences.get();
  if (!before) return;
  const preference = { ...before[type], ...change };
  $preferences.set({ ...before, [type]: preference });
  try {
    const call = api.notify.client.preferences.$put({
      json: { preferences: { [type]: preference } },
    });
    void toast('success', (await read(call)).message);
  } catch (error) {
    $preferences.set({ ...($preferences.get() ?? before), [type]: before[type] });
    void toast('error', messageOf(error));
  }
}
