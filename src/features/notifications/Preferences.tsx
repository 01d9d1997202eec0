import {
  type Channel,
  type Preferences as Choices,
  PREFERENCES,
  type PreferenceName,
} from '../../../api/modules/orders/news.ts';
import { type Column, RowTitle, Table } from '../../components/Table.tsx';
import { api, readJson } from '../../lib/api.ts';
import { Loaded } from '../request-feedback/LoadedContent.tsx';
import { remote } from '../request-feedback/remote.ts';
import { runWithToast } from '../request-feedback/run-with-toast.ts';

export const $preferences = remote(
  async () => (await readJson(api.notify.client.preferences.$get())).preferences,
);

/** Shows the choice at once and reverts it when it cannot be saved. */
async function setPreference(name: PreferenceName, change: Choices[PreferenceName]): Promise<void> {
  const before = $preferences.get();
  if (before.state !== 'loaded') return;
  showPreference(name, { ...before.value[name], ...change });
  const json = { preferences: { [name]: change } };
  const isSaved = await runWithToast(() => readJson(api.notify.client.preferences.$put({ json })));
  if (!isSaved) showPreference(name, before.value[name]);
}

function showPreference(name: PreferenceName, preference: Choices[PreferenceName]): void {
  const shown = $preferences.get();
  if (shown.state !== 'loaded') return;
  $preferences.set({ state: 'loaded', value: { ...shown.value, [name]: preference } });
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

const PreferenceTable = ({ preferences }: { preferences: Choices }) => {
  const column = (name: string, channel: Channel): Column<PreferenceName> => ({
    name,
    cell: (about) =>
      preferences[about][channel] !== undefined && (
        <label className="row">
          <input
            type="checkbox"
            aria-label={`${PREFERENCES[about].title} ${name.toLowerCase()}`}
            checked={preferences[about][channel]}
            onChange={({ target }) => void setPreference(about, { [channel]: target.checked })}
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
          cell: (about) => (
            <RowTitle title={PREFERENCES[about].title} note={PREFERENCES[about].hint} />
          ),
        },
        column('On the site', 'inApp'),
        column('By e-mail', 'email'),
      ]}
      rows={Object.keys(preferences) as PreferenceName[]}
      keyOf={(about) => about}
    />
  );
};
