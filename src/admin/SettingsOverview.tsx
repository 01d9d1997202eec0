import { useStore } from '@nanostores/react';
import { List, ListRow } from '../components/List.tsx';
import { $openTasks } from './open-tasks.ts';
import { screenPath } from './router.ts';
import { ScreenLayout } from './ScreenLayout.tsx';
import { SETTINGS, SETTINGS_GROUPS } from './screens.ts';

const slugOf = (group: string): string => group.toLowerCase().replaceAll(' ', '-');

/** Everything that is set up once, with a note where something needs attention. */
export function SettingsOverview() {
  const openTasks = useStore($openTasks);
  const counts = openTasks.state === 'loaded' ? openTasks.value : {};
  const states: Record<string, [tone: string, text: string] | false | undefined> = {
    backups: counts['backups'] ? ['red', 'Needs your attention'] : false,
    doctor: counts['doctor'] ? ['red', `${counts['doctor']} to repair`] : false,
  };
  return (
    <ScreenLayout title="Settings">
      <div className="stack">
        {SETTINGS_GROUPS.map((group) => (
          <section key={group} className="stack" aria-labelledby={slugOf(group)}>
            <h2 id={slugOf(group)}>{group}</h2>
            <List label={group}>
              {SETTINGS.filter((screen) => screen.group === group).map(
                ({ route, label, icon, about }) => {
                  const state = states[route];
                  return (
                    <ListRow
                      key={route}
                      icon={icon}
                      title={label}
                      open={screenPath(route)}
                      note={about}
                      aside={
                        state && <span className={`badge badge--${state[0]}`}>{state[1]}</span>
                      }
                    />
                  );
                },
              )}
            </List>
          </section>
        ))}
      </div>
    </ScreenLayout>
  );
}
