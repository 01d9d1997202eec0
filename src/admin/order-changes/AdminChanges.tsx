import { useStore } from '@nanostores/react';
import type { AdminOrderDto } from '../../../api/modules/dashboard/order-dto.ts';
import { reasonNoChange } from '../../../api/modules/payments/order-changes/rules.ts';
import { ChangeList } from '../../features/order-changes/ChangeList.tsx';
import { openChangeDialog } from '../../features/order-changes/change-proposal-store.ts';
import { $busy } from '../orders/orders-store.ts';
import { decideChange } from './change-actions.ts';

/** The changes of an order, for the owner. */
export function AdminChanges({ order }: { order: AdminOrderDto }) {
  const busy = useStore($busy);
  const { _id: orderId } = order;
  const takesChanges = reasonNoChange(order.orderStatus) === null;
  return (
    <ChangeList
      changes={order.changes}
      side="owner"
      counterpartName={order.buyer.name}
      busy={busy}
      answer={(id, answer) => void decideChange(orderId, id, answer)}
      quote={({ _id: requestId, description: text }) =>
        openChangeDialog({ orderId, requestId, text })
      }
      propose={takesChanges ? () => openChangeDialog({ orderId }) : undefined}
    />
  );
}
