import { createRoot, hydrateRoot } from 'react-dom/client';
import { sessionKnown } from '../account/session.ts';
import { fetchEarly } from '../chat/conversation.ts';
import { AccountMenu } from '../nav/AccountMenu.tsx';
import { BuyerArea } from './BuyerArea.tsx';

/** Draws the page in the place of its shell; the account menu becomes live after it. */
export async function startBuyerArea(): Promise<void> {
  const [screen, menu] = ['[data-screen-root]', '[data-member]'].map((each) =>
    document.querySelector(each),
  );
  const [, page, orderId] = location.pathname.split('/');
  const opensChat = new URLSearchParams(location.search).get('chat') === 'open';
  if (page === 'orders' && orderId && opensChat) fetchEarly(orderId);
  await sessionKnown();
  if (screen) createRoot(screen).render(<BuyerArea />);
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  if (menu) whenIdle(() => hydrateRoot(menu, <AccountMenu />));
}
