import './notifications.css';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import {
  NOTIFICATION_TYPES,
  PREFERENCE_LABELS,
  type Preferences as PreferencesByType,
} from '../../../api/modules/notifications/rules.ts';
import { LoadedContent } from '../request-feedback/LoadedContent.tsx';
import { $preferences, loadPreferences, setPreference } from './preferences-store.ts';

/** Which notifications the user gets, on the site and by e-mail. */
export function Preferences() {
  const preferences = useStore($preferences);
  useEffect(() => void loadPreferences(), []);
  return (
    <LoadedContent
      loaded={preferences}
      retry={loadPreferences}
      failedTitle={null}
      skeleton={<div className="skeleton preferences-skeleton" aria-hidden="true" />}
    >
      {(value) => <PreferenceTable preferences={value} />}
    </LoadedContent>
  );
}

const CHANNELS = [
  ['inApp', 'on the site'],
  ['email', 'by e-mail'],
] as const;

const PreferenceTable = ({ preferences }: { preferences: PreferencesByType }) => (
  <div className="preferences-frame">
    <table className="preferences">
      <thead>
        <tr>
          <th scope="col">Notifications about</th>
          <th scope="col">On the site</th>
          <th scope="col">By e-mail</th>
        </tr>
      </thead>
      <tbody>
        {NOTIFICATION_TYPES.map((type) => {
          const [title, hint] = PREFERENCE_LABELS[type];
          return (
            <tr key={type}>
              <th scope="row">
                {title}
                <span className="text-13">{hint}</span>
              </th>
              {CHANNELS.map(([channel, label]) => (
                <td key={channel}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${title} ${label}`}
                      checked={preferences[type][channel]}
                      onChange={({ target }) =>
                        void setPreference(type, { [channel]: target.checked })
                      }
                    />
                  </label>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  </div>
);
