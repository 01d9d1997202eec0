import type { ReactNode } from 'react';
import { NAVIGATION_ITEMS } from './navigation.ts';
import { screenPath } from './router.ts';
import { ScreenSkeleton } from './ScreenSkeleton.tsx';
import { Sidebar } from './Sidebar.tsx';

/** The heading of each screen, shown with a skeleton before React and the data arrive. */
export const SCREEN_TITLES: Record<string, string> = {
  ...Object.fromEntries(NAVIGATION_ITEMS.map(({ route, label }) => [screenPath(route), label])),
  '/desk/orders/:id': 'Order',
  '/desk/gigs/:id': 'Gig',
  '/desk/past-work/:id': 'Past work',
};

export function screenTitle(path: string): string {
  const [, desk, screen, id] = path.split('/');
  const known = [desk, screen, id && ':id'].filter(Boolean).join('/');
  return SCREEN_TITLES[`/${known}`] ?? 'Dashboard';
}

export const screenShell = (path: string): ReactNode => (
  <ScreenSkeleton title={screenTitle(path)} />
);

/** The dashboard around a skeleton; nothing in it can be used yet. */
export const DashboardShell = ({ children }: { children?: ReactNode }) => (
  <div className="dashboard">
    <Sidebar openPalette={() => {}} />
    <main className="dashboard__main">{children}</main>
  </div>
);
