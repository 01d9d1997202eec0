import type { ReactNode } from 'react';
import { screenAt } from './navigation.ts';
import { ScreenSkeleton } from './ScreenLayout.tsx';
import { Sidebar } from './Sidebar.tsx';

export const screenShell = (path: string): ReactNode => <ScreenSkeleton {...screenAt(path)} />;

/** The dashboard around a skeleton; nothing in it can be used yet. */
export const DashboardShell = ({ children }: { children?: ReactNode }) => (
  <div className="dashboard">
    <Sidebar openPalette={() => {}} />
    <main className="dashboard__main">{children}</main>
  </div>
);
