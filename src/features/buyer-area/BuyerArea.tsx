import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useLayoutEffect } from 'react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { preloadToasts } from '../../components/toast.ts';
import { redirect } from '../../lib/redirect.ts';
import { signInAgainPath, withReturnPath } from '../../lib/return-path.ts';
import { afterFirstView } from '../../lib/when-idle.ts';
import { Confirmation } from '../account/confirm/Confirmation.tsx';
import { setFlashToast } from '../account/flash-toast.ts';
import { $session, checkSession } from '../account/session.ts';
import { checkoutPath } from '../checkout/cart.ts';
import { $isDialogOpen } from '../checkout/razorpay.ts';
import { followOrders } from './live-orders.ts';

export type BuyerScreen = ComponentType<{ user: UserDto }>;

/** The signed-in area: guards the page, then shows its screen. */
export function BuyerArea({ Screen }: { Screen: BuyerScreen }) {
  const session = useStore($session);
  const paying = useStore($isDialogOpen);
  // Before the first paint, because the last user of this tab may be known already.
  useLayoutEffect(() => void checkSession(), []);
  useEffect(() => afterFirstView(preloadToasts), []);
  useEffect(() => {
    // No redirect while the provider's payment dialog is open.
    if (paying) return;
    const here = location.pathname + location.search;
    const path = here === '/process-payment' ? checkoutPath() : here;
    if (session.state === 'visitor') {
      if (session.toast) setFlashToast(session.toast.message, session.toast);
      redirect(session.ended ? signInAgainPath(path) : withReturnPath('/sign-in', path));
    }
    if (session.state === 'unverified') redirect(withReturnPath('/verify-email', path));
  }, [session, paying]);

  const isVerified = session.state === 'verified';
  useEffect(() => (isVerified ? followOrders() : undefined), [isVerified]);
  if (!isVerified) return null;
  return (
    <>
      <Screen user={session.user} />
      <Confirmation />
    </>
  );
}
