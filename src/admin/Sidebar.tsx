import { useStore } from '@nanostores/react';
import { ExternalLink, LogOut, Menu, Search, SunMoon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../components/Button.tsx';
import { switchTheme } from '../components/theme.ts';
import { $openTasks } from './open-tasks.ts';
import { $isAssistant, $menu, isClosedToAssistants } from './permissions.ts';
import { $page, screenPath } from './router.ts';
import { menuItemOf } from './screens.ts';
import { signOutOfDashboard } from './sign-out.ts';

const MAX_SHOWN = 999;
const shortCount = (count: number) => (count > MAX_SHOWN ? `${MAX_SHOWN}+` : count);

/** The navigation: a column on a wide screen, a menu on a phone. */
export function Sidebar({ openPalette }: { openPalette: () => void }) {
  const menu = useRef<HTMLElement>(null);
  const page = useStore($page);
  const openTasks = useStore($openTasks);
  const isAssistant = useStore($isAssistant);
  const menuItems = useStore($menu);
  const tasks = openTasks.state === 'loaded' ? openTasks.value : {};
  const counts: Record<string, number> = { ...tasks, settings: tasks['doctor'] ?? 0 };
  const total = menuItems.reduce((sum, { route }) => sum + (counts[route] ?? 0), 0);
  const shown = menuItemOf(page?.route);
  const current = menuItems.find(({ route }) => route === shown);
  return (
    <header className="sidebar" ref={menu}>
      <div className="sidebar__top">
        <a className="sidebar__brand" href={screenPath(isAssistant ? 'inbox' : 'today')}>
          <span className="sidebar__mark" aria-hidden="true" />
          <span className="truncate">Dashboard</span>
        </a>
        <span className="sidebar__current truncate muted text-15">{current?.label}</span>
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
        <Button
          variant="quiet"
          icon={Menu}
          className="sidebar__menu"
          popoverTarget="places"
          aria-label={total ? `Menu, ${total} waiting` : 'Menu'}
        >
          {total > 0 && <span className="count">{shortCount(total)}</span>}
        </Button>
      </div>
      <NavigationMenu id="places" current={current?.route} counts={counts} popover />
      <NavigationMenu current={current?.route} counts={counts} />
    </header>
  );
}

interface NavigationMenuProps {
  id?: string;
  current: string | undefined;
  counts: Record<string, number>;
  popover?: boolean;
}

function NavigationMenu({ id, current, counts, popover }: NavigationMenuProps) {
  const nav = useRef<HTMLElement>(null);
  const items = useStore($menu);
  const close = () => popover && nav.current?.hidePopover();
  return (
    <nav
      className={popover ? 'nav-list menu-panel floating-card' : 'nav-list'}
      aria-label="Dashboard"
      ref={nav}
      {...(popover ? { id, popover: 'auto' as const } : {})}
    >
      <ul>
        {items.map(({ route, label, key, icon: Icon }) => (
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
              {counts[route] ? (
                <span className="count">
                  {shortCount(counts[route])}
                  <span className="visually-hidden"> waiting</span>
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
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
          <button className="menu-item menu-item--quiet" type="button" onClick={signOutOfDashboard}>
            <LogOut aria-hidden="true" /> Sign out
          </button>
        </li>
      </ul>
    </nav>
  );
}
