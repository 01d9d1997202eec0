import type { ComponentType } from 'react';
import { SkeletonRows } from '../../components/SkeletonRows.tsx';
import { CheckoutSkeleton } from '../checkout/CheckoutSkeleton.tsx';
import { OrderSkeleton } from '../orders/OrderSkeleton.tsx';
import { OrderSuccessSkeleton } from '../orders/OrderSuccessSkeleton.tsx';
import { OrdersSkeleton } from '../orders/OrdersSkeleton.tsx';
import { atAddress, type OfBuyerPages } from './pages.ts';

/**
 * The content of each page before React and its data are loaded; each skeleton is in a file beside its screen.
 */
export const BUYER_SHELLS: OfBuyerPages<ComponentType> = {
  '/orders': OrdersSkeleton,
  '/orders/:id': OrderSkeleton,
  '/process-payment': CheckoutSkeleton,
  '/one-rupee': () => <PageSkeleton title="A payment of ₹1" />,
  '/money': () => <PageSkeleton title="Payments" />,
  '/notifications': () => <PageSkeleton title="Notifications" />,
  '/settings': () => <PageSkeleton title="Settings" />,
  '/profile': () => <PageSkeleton title="Your profile" />,
  '/order-success': OrderSuccessSkeleton,
};

function PageSkeleton({ title }: { title: string }) {
  return (
    <>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <SkeletonRows rowClass="skeleton--card" />
    </>
  );
}

export function BuyerShell({ path }: { path: string }) {
  const Skeleton = atAddress(BUYER_SHELLS, path);
  return Skeleton && <Skeleton />;
}
