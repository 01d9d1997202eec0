import { createRoot, hydrateRoot } from 'react-dom/client';
import { onIdle, showFonts } from '../../lib/when-idle.ts';
import { $session, sessionKnown } from '../account/session.ts';
import { BuyerArea, type BuyerScreen } from './BuyerArea.tsx';

/**
 * Renders the page in place of its shell, then hydrates the account menu. `load` begins to fetch what the screen shows, for which the
 * first rendering may wait.
 */
export async function startBuyerPage(
  Screen: BuyerScreen,
  load?: () => Promise<unknown> | undefined,
): Promise<void> {
  const [screen, menu] = ['[data-screen-root]', '[data-member]'].map((each) =>
    document.querySelector(each),
  );
  const isSignedIn = document.documentElement.dataset['session'] === 'verified';
  const loaded = isSignedIn ? load?.() : undefined;
  await sessionKnown();
  await loaded;
  // Who is about to be sent to another page keeps the shell.
  const isLeaving = /^(visitor|unverified)$/.test($session.get().state);
  const place = isLeaving ? document.createElement('div') : screen;
  if (place) createRoot(place).render(<BuyerArea Screen={Screen} />);
  onIdle(() => {
    showFonts();
    void startRest(menu);
  });
}

async function startRest(menu: Element | null | undefined): Promise<void> {
  const { AccountMenu, resendUnsentMessages } = await import('./after-first-view.ts');
  resendUnsentMessages();
  if (menu) hydrateRoot(menu, <AccountMenu />);
}
