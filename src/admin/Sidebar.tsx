import { useStore } from '@nanostores/react';
import { ExternalLink, LogOut, Menu, Search, SunMoon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../components/Button.tsx';
import { switchTheme } from '../components/theme.ts';
import { $openTasks } from './open-tasks.ts';
import { $isAssistant, $menu, isClosedToAssistants } from './permissions.ts';
import { PublishLine } from './publish/PublishLine.tsx';
import { $page, screenPath } from './router.ts';
import { isOnPhoneBar, menuItemOf } from './screens.ts';
import { signOutOfDashboard } from './sign-out.ts';

type MenuItem = ReturnType<typeof $menu.get>[number];

const MAX_SHOWN = 999;

/** How many things wait there. */
const Count = ({ of: count = 0 }: { of: number | undefined }) =>
  count > 0 && (
    <span className="count">
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
      <span className="visually-hidden"> waiting</span>
    </span>
  );

/** The navigation: a column on a wide screen; on a phone a bar at the bottom, whose last button opens the rest. */
export function Sidebar({ openPalette }: { openPalette: () => void }) {
  const page = useStore($page);
  const openTasks = useStore($openTasks);
  const isAssistant = useStore($isAssistant);
  const items = useStore($menu);
  const panel = useRef<HTMLDivElement>(null);
  const tasks = openTasks.state === 'loaded' ? openTasks.value : {};
  const counts: Record<string, number> = { ...tasks, settings: tasks['doctor'] ?? 0 };
  const current = menuItemOf(page?.route);
  const close = () => panel.current?.hidePopover();
  const places = (shown: MenuItem[]) =>
    shown.map(({ route, label, key, icon: Icon }) => (
      <li key={route} data-owner-only={isClosedToAssistants(route) || undefined}>
        <a
          className="menu-item menu-item--quiet"
          href={screenPath(route)}
          aria-current={route === current ? 'page' : undefined}
          onClick={close}
        >
          <Icon aria-hidden="true" /> {label}
          <span className="text-13 mono menu-item__shortcut" aria-hidden="true">
            G {key.toUpperCase()}
          </span>
          <Count of={counts[route]} />
        </a>
      </li>
    ));
  // The line that publishes them is behind the last button, too.
  const edits = tasks['publish'] ?? 0;
  const rest = items.filter(({ route }) => !isOnPhoneBar(route));
  return (
    <header className="sidebar">
      <div className="row sidebar__top">
        <a className="sidebar__brand" href={screenPath(isAssistant ? 'inbox' : 'today')}>
          <span className="sidebar__mark" aria-hidden="true" />
          <span className="truncate">Dashboard</span>
        </a>
        {!isAssistant && (
          <Button
            variant="quiet"
            icon={Search}
            data-owner-only
            onClick={openPalette}
            aria-label="Search and commands"
            aria-keyshortcuts="Meta+K Control+K"
            title="⌘K"
          />
        )}
      </div>
      <nav className="nav-list" aria-label="Dashboard">
        <ul className="nav-list__bar">
          {places(items.filter(({ route }) => isOnPhoneBar(route)))}
          <li className="nav-list__more">
            <button
              className="menu-item menu-item--quiet"
              type="button"
              popoverTarget="places"
              aria-current={rest.some(({ route }) => route === current) || undefined}
            >
              <Menu aria-hidden="true" /> More
              <Count of={rest.reduce((sum, { route }) => sum + (counts[route] ?? 0), edits)} />
            </button>
          </li>
        </ul>
        <div id="places" className="nav-list__rest" popover="auto" ref={panel}>
          <div>
            {!isAssistant && <PublishLine />}
            <ul>{places(rest)}</ul>
          </div>
          <ul>
            <li>
              <a className="menu-item menu-item--quiet" href="/" rel="external">
                <ExternalLink aria-hidden="true" /> The site
              </a>
            </li>
            <li>
              <button className="menu-item menu-item--quiet" type="button" onClick={switchTheme}>
                <SunMoon aria-hidden="true" /> Light or dark
              </button>
            </li>
            <li>
              <button
                className="menu-item menu-item--quiet"
                type="button"
                onClick={signOutOfDashboard}
              >
                <LogOut aria-hidden="true" /> Sign out
              </button>
            </li>
          </ul>
        </div>
      </nav>
    </header>
  );
}
