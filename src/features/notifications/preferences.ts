import type {
  NotificationType,
  Preference,
  Preferences,
} from '../../../api/modules/notifications/rules.ts';
import { toast } from '../../components/toast.ts';
import { api, messageOf, read } from '../../lib/api.ts';
import { fetchInto, loaded } from '../../lib/async-store.ts';

export const $preferences = loaded<Preferences>();

export const loadPreferences = () =>
  fetchInto(
    $preferences,
    async () => (await read(api.notify.client.preferences.$get())).preferences,
  );

/** Shows the choice at once and reverts it when it cannot be saved. */
export async function setPreference(
  type: NotificationType,
  change: Partial<Preference>,
): Promise<void> {
  const before = $preferences.get();
  if (before.state !== 'loaded') return;
  const preference = { ...before.value[type], ...change };
  showPreference(type, preference);
  try {
    const call = api.notify.client.preferences.$put({
      json: { preferences: { [type]: preference } },
    });
    void toast('success', (await read(call)).message);
  } catch (error) {
    showPreference(type, before.value[type]);
    void toast('error', messageOf(error));
  }
}

function showPreference(type: NotificationType, preference: Preference): void {
  const shown = $preferences.get();
  if (shown.state !== 'loaded') return;
  $preferences.set({ state: 'loaded', value: { ...shown.value, [type]: preference } });
}
