import { useStore } from '@nanostores/react';
import type { ChangeWithFiles } from '../../../api/modules/chat/requests.ts';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { isToDeliver } from '../../../api/modules/orders/rules.ts';
import { reasonNoChange } from '../../../api/modules/payments/order-changes/rules.ts';
import { $busy } from '../orders/owner-orders-store.ts';
import { type Answer, ChangeCard, ChangeList } from './ChangeList.tsx';
import { openChangeDialog } from './change-proposal-store.ts';
import { decideChange } from './owner-change-actions.ts';

interface Props {
  order: AdminOrderDto;
  /** Only what waits for an answer, without the heading of the order's page. */
  isOpen?: boolean;
}

const isTimeAsked = ({ isMoreTime, status }: ChangeWithFiles): boolean =>
  isMoreTime && status === 'Proposed';

/** The changes of an order, for the owner. */
export function OwnerChanges({ order, isOpen = false }: Props) {
  const busy = useStore($busy);
  const { _id: orderId } = order;
  const { currency } = order.paymentInfo;
  const takesChanges = reasonNoChange(order.orderStatus) === null;
  const card = {
    side: 'owner' as const,
    counterpartName: order.buyer.name,
    busy,
    answer: (id: string, answer: Answer) => void decideChange(orderId, id, answer),
    quote: ({ _id: requestId, description: text }: ChangeWithFiles) =>
      openChangeDialog({ orderId, currency, requestId, text }),
  };
  if (isOpen) {
    const open = order.changes.filter(
      ({ status, proposedBy }) => status === 'Proposed' && proposedBy === 'buyer',
    );
    return open.map((change) => <ChangeCard key={change._id} change={change} {...card} />);
  }
  return (
    <ChangeList
      {...card}
      changes={order.changes}
      propose={takesChanges ? () => openChangeDialog({ orderId, currency }) : undefined}
      askForTime={
        takesChanges && isToDeliver(order) && !order.changes.some(isTimeAsked)
          ? () => openChangeDialog({ orderId, isTime: true })
          : undefined
      }
    />
  );
}
