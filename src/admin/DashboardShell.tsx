import type { ReactNode } from 'react';
import { ScreenSkeleton } from './ScreenSkeleton.tsx';
import { Sidebar } from './Sidebar.tsx';

/** The heading of each screen, shown with a skeleton before React and the data arrive. */
export const TITLES: Record<string, string> = {
  '/desk': 'Today',
  '/desk/orders': 'Orders',
  '/desk/orders/:id': 'Order',
  '/desk/inbox': 'Inbox',
  '/desk/payments': 'Payments',
  '/desk/gigs': 'Gigs',
  '/desk/gigs/:id': 'Gig',
  '/desk/past-work': 'Past work',
  '/desk/past-work/:id': 'Past work',
  '/desk/reviews': 'Reviews',
  '/desk/profile': 'Profile',
  '/desk/assistants': 'Assistants',
  '/desk/terms': 'Terms',
  '/desk/publish': 'Publish',
  '/desk/backups': 'Backups',
  '/desk/audit': 'Audit log',
  '/desk/doctor': 'Doctor',
};

export function titleFor(path: string): string {
  const [, desk, screen, id] = path.split('/');
  const known = [desk, screen, id && ':id'].filter(Boolean).join('/');
  return TITLES[`/${known}`] ?? 'Dashboard';
}

export const shellFor = (path: string): ReactNode => <ScreenSkeleton title={titleFor(path)} />;

/** The dashboard around a skeleton; nothing in it can be used yet. */
export const DashboardShell = ({ children }: { children?: ReactNode }) => (
  <div className="dashboard">
    <Sidebar openPalette={() => {}} />
    <main className="dashboard__main">{children}</main>
  </div>
);
