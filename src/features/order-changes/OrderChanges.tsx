import { useStore } from '@nanostores/react';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { reasonNoChange } from '../../../api/modules/payments/order-changes/rules.ts';
import { $busy } from '../orders/orders-store.ts';
import { ChangeList } from './ChangeList.tsx';
import { decideChange, openChangeDialog } from './change-proposal-store.ts';

/** The changes of the buyer's own order. */
export function OrderChanges({ order }: { order: BuyerOrderDto }) {
  const busy = useStore($busy);
  const takesChanges = reasonNoChange(order.orderStatus) === null;
  return (
    <ChangeList
      changes={order.changes}
      side="buyer"
      counterpartName={order.seller.split(' ')[0] ?? 'The seller'}
      busy={busy}
      answer={(id, answer) => void decideChange(order._id, id, answer)}
      propose={takesChanges ? () => openChangeDialog({ orderId: order._id }) : undefined}
    />
  );
}
