import { useStore } from '@nanostores/react';
import { CircleCheck } from 'lucide-react';
import { atom } from 'nanostores';
import { useState } from 'react';
import type { OrderPageDto } from '../../../api/modules/buyer-pages/order-page.ts';
import { Button } from '../../components/Button.tsx';
import { Modal } from '../../components/Modal.tsx';
import { toast } from '../../components/toast.ts';
import { api, messageOf, read } from '../../lib/api.ts';
import { $accepted, fetchOrder, showOrder } from './stores.ts';

const $busy = atom(false);

async function accept(orderId: string): Promise<void> {
  if ($busy.get()) return;
  $busy.set(true);
  try {
    const { message } = await read(api.gig.delivery.accept.$post({ json: { orderId } }));
    void toast('success', message);
    $accepted.set(orderId);
  } catch (error) {
    void toast('error', messageOf(error));
  }
  await fetchOrder(orderId).then(showOrder, () => {});
  $busy.set(false);
}

interface Props {
  order: OrderPageDto;
  /** The automatic completion when the buyer does not answer. */
  note: string;
}

/** Accepts a delivery. It cannot be undone, so it must be confirmed. */
export function AcceptDelivery({ order, note }: Props) {
  const busy = useStore($busy);
  const [asking, setAsking] = useState(false);
  const { completesAt } = order;
  return (
    <>
      <Button
        variant={completesAt ? 'solid' : undefined}
        icon={CircleCheck}
        disabled={busy}
        onClick={() => setAsking(true)}
      >
        Accept the delivery
      </Button>
      {asking && (
        <Modal title="Accept the delivery?" onClose={() => setAsking(false)}>
          <div className="stack">
            <p>The order is completed then, and no revision can be requested any more.</p>
            <p className="muted text-15">{note}</p>
            <p className="row">
              <Button
                variant="solid"
                disabled={busy}
                onClick={(event) => {
                  event.currentTarget.closest('dialog')?.close();
                  void accept(order._id);
                }}
              >
                Accept and complete
              </Button>
              <Button onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
                Not yet
              </Button>
            </p>
          </div>
        </Modal>
      )}
    </>
  );
}
