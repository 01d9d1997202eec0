import {
  NOTIFICATION_TYPES,
  PREFERENCE_LABELS,
  type Preferences as PreferencesByType,
} from '../../../api/modules/notifications/rules.ts';
import { type Column, RowTitle, Table } from '../../components/Table.tsx';
import { Loaded } from '../request-feedback/LoadedContent.tsx';
import { $preferences, setPreference } from './preferences-store.ts';

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
