import type { ReactNode } from 'react';
import { ScreenSkeleton } from './ScreenLayout.tsx';
import { Sidebar } from './Sidebar.tsx';
import { headingAt } from './screens.ts';

export const screenShell = (path: string): ReactNode => <ScreenSkeleton {...headingAt(path)} />;

/** The dashboard around a skeleton; nothing in it can be used yet. */
export const DashboardShell = ({ children }: { children?: ReactNode }) => (
  <div className="dashboard">
    <Sidebar openPalette={() => {}} />
    <main className="dashboard__main">{children}</main>
  </div>
);
