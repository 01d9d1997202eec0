import { createRoot, hydrateRoot } from 'react-dom/client';
import { onIdle, showFonts } from '../../lib/when-idle.ts';
import { sessionKnown } from '../account/session.ts';
import { fetchNewestEarly } from '../chat/conversation-store.ts';
import { AccountMenu } from '../nav/AccountMenu.tsx';
import { $order, $orders, loadOrdersOfPage } from '../orders/orders-store.ts';
import { BuyerArea } from './BuyerArea.tsx';

/** How long the first rendering waits for data when the user is known already. */
const MAX_MS = 300;

/** Renders the page in place of its shell, then hydrates the account menu. */
export async function startBuyerArea(): Promise<void> {
  const [screen, menu] = ['[data-screen-root]', '[data-member]'].map((each) =>
    document.querySelector(each),
  );
  const [, page, orderId] = location.pathname.split('/');
  const opensChat = new URLSearchParams(location.search).get('chat') === 'open';
  const isSignedIn = document.documentElement.dataset['session'] === 'verified';
  if (page === 'orders' && orderId && opensChat) fetchNewestEarly(orderId);
  const data = page === 'orders' && isSignedIn ? loadOrdersOfPage(orderId) : undefined;
  await sessionKnown();
  const isShown = [$order, $orders].some((store) => store.get().state === 'loaded');
  // The shell shows what React would render without data.
  if (data && !isShown) await Promise.race([data, new Promise((done) => setTimeout(done, MAX_MS))]);
  if (screen) createRoot(screen).render(<BuyerArea />);
  onIdle(() => {
    showFonts();
    if (menu) hydrateRoot(menu, <AccountMenu />);
  });
}
