import { useStore } from '@nanostores/react';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { $busy } from '../orders/orders-store.ts';
import { ChangeList } from './ChangeList.tsx';
import { decideChange } from './change-proposal-store.ts';

/** The changes of the buyer's own order. */
export function OrderChanges({ order }: { order: BuyerOrderDto }) {
  const busy = useStore($busy);
  return (
    <ChangeList
      changes={order.changes}
      side="buyer"
      counterpartName={order.seller.split(' ')[0] ?? 'The seller'}
      busy={busy}
      answer={(id, answer) => void decideChange(order._id, id, answer)}
    />
  );
}
