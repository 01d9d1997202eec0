import type { NotificationType, Preference } from '../../../api/modules/notifications/rules.ts';
import { api, readJson } from '../../lib/api.ts';
import { remote } from '../request-feedback/remote.ts';
import { runWithToast } from '../request-feedback/run-with-toast.ts';

export const $preferences = remote(
  async () => (await readJson(api.notify.client.preferences.$get())).preferences,
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
  const json = { preferences: { [type]: preference } };
  const isSaved = await runWithToast(() => readJson(api.notify.client.preferences.$put({ json })));
  if (!isSaved) showPreference(type, before.value[type]);
}

function showPreference(type: NotificationType, preference: Preference): void {
  const shown = $preferences.get();
  if (shown.state !== 'loaded') return;
  $preferences.set({ state: 'loaded', value: { ...shown.value, [type]: preference } });
}
