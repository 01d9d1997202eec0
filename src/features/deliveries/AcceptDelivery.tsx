import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { api, readJson } from '../../lib/api.ts';
import { $acceptedOrderId, $busy, changeOrder } from '../orders/orders-store.ts';

const accept = (orderId: string) =>
  changeOrder(orderId, async () => {
    const answer = await readJson(api.gig.delivery.accept.$post({ json: { orderId } }));
    $acceptedOrderId.set(orderId);
    return answer;
  });

interface Props {
  order: BuyerOrderDto;
  /** The automatic completion when the buyer does not answer. */
  note: string;
}

/** Accepts a delivery. It cannot be undone, so it must be confirmed. */
export function AcceptDelivery({ order, note }: Props) {
  const busy = useStore($busy);
  const [asking, setAsking] = useState(false);
  // What was just paid for is looked at first.
  const isFirst = order.completesAt !== null && !order.agreement.terms.opensWhenPaid;
  return (
    <>
      <Button
        variant={isFirst ? 'solid' : undefined}
        icon={CircleCheck}
        disabled={busy}
        onClick={() => setAsking(true)}
      >
        Accept the delivery
      </Button>
      {asking && (
        <ConfirmModal
          title="Accept the delivery?"
          confirmLabel="Accept and complete"
          cancelLabel="Not yet"
          onConfirm={() => void accept(order._id)}
          onClose={() => setAsking(false)}
        >
          <p>This completes the order, and you can no longer request revisions.</p>
          <p className="muted text-15">{note}</p>
        </ConfirmModal>
      )}
    </>
  );
}
