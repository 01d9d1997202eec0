import { createRoot } from 'react-dom/client';
import { sessionKnown } from '../features/account/session.ts';
import { onIdle, showFonts } from '../lib/when-idle.ts';
import { Dashboard } from './Dashboard.tsx';

/** Renders the dashboard in place of its shell. */
export async function startDashboard(): Promise<void> {
  const screen = document.querySelector('[data-screen-root]');
  await sessionKnown();
  if (screen) createRoot(screen).render(<Dashboard />);
  onIdle(showFonts);
}
