import { createRoot, hydrateRoot } from 'react-dom/client';
import { AccountMenu } from '../nav/AccountMenu.tsx';
import { BuyerArea } from './BuyerArea.tsx';

/** Draws the page in the place of its shell; the account menu becomes live after it. */
export function startBuyerArea(): void {
  const [screen, menu] = ['[data-screen-root]', '[data-member]'].map((each) =>
    document.querySelector(each),
  );
  if (screen) createRoot(screen).render(<BuyerArea />);
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  if (menu) whenIdle(() => hydrateRoot(menu, <AccountMenu />));
}
