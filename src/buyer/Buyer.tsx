import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { WireUser } from '../../api/accounts/present.ts';
import { carryToast } from '../features/account/carried.ts';
import { $session, checkSession } from '../features/account/session.ts';
import { Checkout } from '../features/checkout/Checkout.tsx';
import { OrderPage } from '../features/orders/OrderPage.tsx';
import { OrderSuccess } from '../features/orders/OrderSuccess.tsx';
import { Orders } from '../features/orders/Orders.tsx';
import { withNext } from '../lib/next.ts';
import { Profile } from './Profile.tsx';
import { Settings } from './Settings.tsx';

/** The signed-in area: guards the page (spec §2), then shows what its address names. */
export function Buyer() {
  const session = useStore($session);
  useEffect(() => void checkSession(), []);
  useEffect(() => {
    const here = location.pathname + location.search;
    if (session.state === 'visitor') {
      if (session.told) carryToast(session.told.message, session.told.ok);
      location.replace(withNext('/sign-in', here));
    }
    if (session.state === 'unverified') location.replace(withNext('/verify-email', here));
  }, [session]);

  if (session.state !== 'verified') {
    return <div className="spinner spinner--page" role="status" aria-label="Loading" />;
  }
  return screenFor(location.pathname, session.user);
}

function screenFor(path: string, user: WireUser) {
  const [, page, id] = path.split('/');
  if (page === 'process-payment') return <Checkout user={user} />;
  if (page === 'order-success') {
    return <OrderSuccess orderId={new URLSearchParams(location.search).get('order') ?? ''} />;
  }
  if (page === 'orders' && id) return <OrderPage user={user} orderId={id} />;
  if (page === 'orders') {
    return (
      <>
        <header className="page-head">
          <h1>Manage Your Orders</h1>
        </header>
        <Orders user={user} />
      </>
    );
  }
  if (page === 'settings') return <Settings user={user} />;
  return <Profile user={user} />;
}
