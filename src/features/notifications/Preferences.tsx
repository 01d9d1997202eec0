import './notifications.css';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { NOTIFICATION_TYPES, PREFERENCE_LABELS } from '../../../api/modules/notifications/rules.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { $preferences, $problem, loadPreferences, setPreference } from './preferences.ts';

/** Which notifications the user gets, on the site and by e-mail. */
export function Preferences() {
  const preferences = useStore($preferences);
  const problem = useStore($problem);
  useEffect(() => void loadPreferences(), []);
  if (problem) {
    return <LoadError message={problem} retry={loadPreferences} />;
  }
  if (!preferences) return <div className="skeleton preferences-skeleton" aria-hidden="true" />;
  return (
    <div className="preferences-frame">
      <table className="preferences">
        <thead>
          <tr>
            <th scope="col">News about</th>
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
                  <span className="fine">{hint}</span>
                </th>
                <td>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${title} on the site`}
                      checked={preferences[type].inApp}
                      onChange={(event) =>
                        void setPreference(type, { inApp: event.target.checked })
                      }
                    />
                  </label>
                </td>
                <td>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${title} by e-mail`}
                      checked={preferences[type].email}
                      onChange={(event) =>
                        void setPreference(type, { email: event.target.checked })
                      }
                    />
                  </label>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
