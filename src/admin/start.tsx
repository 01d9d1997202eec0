import { createRoot } from 'react-dom/client';
import { Dashboard } from './Dashboard.tsx';

/** Draws the dashboard in the place of its shell. */
export function startDashboard(): void {
  const screen = document.querySelector('[data-screen-root]');
  if (screen) createRoot(screen).render(<Dashboard />);
}
