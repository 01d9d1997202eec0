import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useState } from 'react';
import type { CancellationDto } from '../../../api/modules/payments/cancellation-dto.ts';
import { Button } from '../../components/Button.tsx';
import { Modal } from '../../components/Modal.tsx';
import { toast } from '../../components/toast.ts';
import { api, messageOf, read } from '../../lib/api.ts';
import { rupees } from '../../lib/format.ts';
import { CancellationTable } from './CancellationTable.tsx';
import { fetchOrder, showOrder } from './stores.ts';

const $busy = atom(false);

async function cancel(orderId: string, refund: number): Promise<void> {
  if ($busy.get()) return;
  $busy.set(true);
  try {
    const request = { param: { orderId }, json: { refund } };
    const { message } = await read(api.gig.order[':orderId'].cancel.$post(request));
    void toast('success', message);
  } catch (error) {
    void toast('error', messageOf(error));
  }
  await fetchOrder(orderId).then(showOrder, () => {});
  $busy.set(false);
}

interface Props {
  orderId: string;
  cancellation: CancellationDto;
}

/**
 * The amount that is refunded if the buyer cancels now, and the button to cancel, which needs two
 * confirmations.
 */
export function CancelOrder({ orderId, cancellation }: Props) {
  const busy = useStore($busy);
  const [asking, setAsking] = useState(false);
  const { mayCancel, refund, sentence, table } = cancellation;
  return (
    <section className="sheet sheet--pad stack" aria-labelledby="cancelling">
      <h2 id="cancelling">Cancelling</h2>
      <p>{sentence}</p>
      <CancellationTable table={table} />
      {mayCancel && (
        <p className="row">
          <Button disabled={busy} onClick={() => setAsking(true)}>
            Cancel the order…
          </Button>
        </p>
      )}
      {asking && (
        <Modal title="Cancel the order?" onClose={() => setAsking(false)}>
          <div className="stack">
            <p>{sentence}</p>
            <p className="muted text-15">
              The refund is made at once; banks need five to seven working days to show it. The
              order is closed and cannot be opened again.
            </p>
            <p className="row">
              <Button
                variant="danger"
                disabled={busy}
                onClick={(event) => {
                  event.currentTarget.closest('dialog')?.close();
                  void cancel(orderId, refund);
                }}
              >
                {refund > 0 ? `Cancel and get ${rupees(refund)} back` : 'Cancel the order'}
              </Button>
              <Button onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
                Not now
              </Button>
            </p>
          </div>
        </Modal>
      )}
    </section>
  );
}
