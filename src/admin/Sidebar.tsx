import { useStore } from '@nanostores/react';
import { ExternalLink, LogOut, Menu, Search } from 'lucide-react';
import { useRef } from 'react';
import { NAVIGATION_ITEMS } from './navigation.ts';
import { $page, pathOf } from './router.ts';
import { signOutOfDashboard } from './sign-out.ts';
import { ThemeButton } from './ThemeButton.tsx';

/** The way around: a column on a desk, a menu on a phone. */
export function Side({ openPalette }: { openPalette: () => void }) {
  const menu = useRef<HTMLElement>(null);
  const page = useStore($page);
  const here = NAVIGATION_ITEMS.find(({ holds }) =>
    (holds as readonly string[]).includes(page?.route ?? ''),
  );
  return (
    <header className="side" ref={menu}>
      <div className="side__top">
        <a className="side__brand" href={pathOf('today')}>
          <span className="side__mark" aria-hidden="true">
            VY
          </span>
          Desk
        </a>
        <span className="side__here muted small">{here?.label}</span>
        <button
          className="button button--quiet button--icon"
          type="button"
          onClick={openPalette}
          aria-label="Search and commands"
          aria-keyshortcuts="Meta+K Control+K"
          title="⌘K"
        >
          <Search aria-hidden="true" />
        </button>
        <button
          className="button button--quiet button--icon side__menu"
          type="button"
          popoverTarget="places"
          aria-label="Menu"
        >
          <Menu aria-hidden="true" />
        </button>
      </div>
      <Places id="places" current={here?.route} popover />
      <Places current={here?.route} />
    </header>
  );
}

interface PlacesProps {
  id?: string;
  current: string | undefined;
  popover?: boolean;
}

function Places({ id, current, popover }: PlacesProps) {
  const nav = useRef<HTMLElement>(null);
  const close = () => popover && nav.current?.hidePopover();
  return (
    <nav
      className={popover ? 'places places--menu float' : 'places'}
      aria-label="Desk"
      ref={nav}
      {...(popover ? { id, popover: 'auto' as const } : {})}
    >
      <ul>
        {NAVIGATION_ITEMS.map(({ route, label, key, icon: Icon }) => (
          <li key={route}>
            <a
              className="place"
              href={pathOf(route)}
              aria-current={route === current ? 'page' : undefined}
              onClick={close}
            >
              <Icon aria-hidden="true" /> {label}
              <span className="place__key" aria-hidden="true">
                G {key.toUpperCase()}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <ul>
        <li>
          <a className="place" href="/" rel="external">
            <ExternalLink aria-hidden="true" /> The site
          </a>
        </li>
        <li>
          <ThemeButton />
        </li>
        <li>
          <button className="place" type="button" onClick={signOutOfDashboard}>
            <LogOut aria-hidden="true" /> Sign out
          </button>
        </li>
      </ul>
    </nav>
  );
}
