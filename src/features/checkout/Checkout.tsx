import './checkout.css';
import { useStore } from '@nanostores/react';
import { CreditCard } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { OrderSteps } from '../orders/OrderSteps.tsx';
import { CheckoutForm } from './CheckoutForm.tsx';
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx';
import { $cart, nextPath } from './cart.ts';
import { $areDatesMissing, $isLeaving, prepareProvider, refreshCheckout } from './pay-cart.ts';
import { $paying } from './payment-flow.ts';
import { isCartInAddress, restoreCart } from './refresh-cart-prices.ts';
import { prefillAddress } from './stored-address.ts';

export function Checkout({ user }: { user: UserDto }) {
  const cart = useStore($cart);
  const paying = useStore($paying) !== null;
  const leaving = useStore($isLeaving);
  const { name, email } = user;
  const [restoring, setRestoring] = useState(isCartInAddress);

  useEffect(() => {
    const made = isCartInAddress() ? restoreCart() : Promise.resolve();
    // A gig that is no longer offered leaves nothing to check out.
    void made
      .catch(() => {})
      .then(() => {
        setRestoring(false);
        history.replaceState(null, '', nextPath());
      });
  }, []);

  useEffect(() => {
    // Back from the success page keeps the scroll position of the longer form.
    if (!cart && !restoring) scrollTo({ top: 0, behavior: 'instant' });
  }, [cart, restoring]);

  useEffect(() => {
    if (restoring) return;
    // The form works without prefilled fields.
    prefillAddress({ name, email }, $cart.get()?.currency).catch(() => {});
    prepareProvider();
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) void refreshCheckout();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [name, email, restoring]);

  const gigId = cart?.gigId;
  useEffect(() => {
    if (restoring || !gigId) return;
    void refreshCheckout();
    const onOnline = () => {
      if ($areDatesMissing.get()) void refreshCheckout();
    };
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [gigId, restoring]);

  if (restoring) return <CheckoutSkeleton />;
  return (
    <>
      <header className="page-head">
        <h1>Checkout</h1>
      </header>
      {cart ? (
        <>
          <OrderSteps active={leaving ? 3 : paying || cart.orderId ? 2 : 1} />
          <CheckoutForm cart={cart} />
        </>
      ) : (
        <EmptyState icon={CreditCard} title="Nothing to check out">
          <p>
            Choose a service and a package first. What you have paid for is in{' '}
            <a href="/orders">your orders</a>.
          </p>
          <a className="button button--solid" href="/my-gig">
            See the services
          </a>
        </EmptyState>
      )}
    </>
  );
}
