import {
  NOTIFICATION_TYPES,
  type NotificationType,
  PREFERENCE_LABELS,
  type Preference,
  type Preferences as PreferencesByType,
} from '../../../api/modules/notifications/rules.ts';
import { type Column, RowTitle, Table } from '../../components/Table.tsx';
import { api, readJson } from '../../lib/api.ts';
import { Loaded } from '../request-feedback/LoadedContent.tsx';
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

/** Which notifications the user gets, on the site and by e-mail. */
export function Preferences() {
  return (
    <Loaded
      store={$preferences}
      failedTitle={null}
      skeleton={<div className="skeleton skeleton--card" aria-hidden="true" />}
    >
      {(value) => <PreferenceTable preferences={value} />}
    </Loaded>
  );
}

type Type = (typeof NOTIFICATION_TYPES)[number];

const PreferenceTable = ({ preferences }: { preferences: PreferencesByType }) => {
  const column = (name: string, channel: 'inApp' | 'email'): Column<Type> => ({
    name,
    cell: (type) => (
      <label className="row">
        <input
          type="checkbox"
          aria-label={`${PREFERENCE_LABELS[type][0]} ${name.toLowerCase()}`}
          checked={preferences[type][channel]}
          onChange={({ target }) => void setPreference(type, { [channel]: target.checked })}
        />
        <span className="table__name" aria-hidden="true">
          {name}
        </span>
      </label>
    ),
    isShort: true,
  });
  return (
    <Table
      isPlain
      label="Notifications"
      columns={[
        {
          name: 'Notifications about',
          cell: (type) => (
            <RowTitle title={PREFERENCE_LABELS[type][0]} note={PREFERENCE_LABELS[type][1]} />
          ),
        },
        column('On the site', 'inApp'),
        column('By e-mail', 'email'),
      ]}
      rows={[...NOTIFICATION_TYPES]}
      keyOf={(type) => type}
    />
  );
};
