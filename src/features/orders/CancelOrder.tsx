import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { CancellationDto } from '../../../api/modules/payments/dto.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { api, readJson } from '../../lib/api.ts';
import { price } from '../../lib/format.ts';
import { $busy, changeOrder } from './orders-store.ts';

const cancel = (orderId: string, refund: number) =>
  changeOrder(orderId, () =>
    readJson(api.gig.order[':orderId'].cancel.$post({ param: { orderId }, json: { refund } })),
  );

interface Props {
  orderId: string;
  /** Null once nothing can be cancelled. */
  cancellation: CancellationDto | null;
}

/** One line, only while the buyer may cancel: what is refunded today, and the button, which asks once more. */
export function CancelOrder({ orderId, cancellation }: Props) {
  const busy = useStore($busy);
  const [asking, setAsking] = useState(false);
  if (!cancellation?.mayCancel) return null;
  return (
    <section className="cancel-order row" aria-label="Cancelling">
      <p className="text-15">{cancellation.sentence}</p>
      <Button small variant="quiet" disabled={busy} onClick={() => setAsking(true)}>
        Cancel the order…
      </Button>
      {asking && (
        <ConfirmCancellation
          cancellation={cancellation}
          onConfirm={() => void cancel(orderId, cancellation.refund)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

interface ConfirmProps {
  cancellation: Pick<CancellationDto, 'refund' | 'currency' | 'sentence' | 'refundDays'>;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmCancellation({ cancellation, onConfirm, onClose }: ConfirmProps) {
  const { refund, currency, sentence, refundDays } = cancellation;
  return (
    <ConfirmModal
      title="Cancel the order?"
      confirmLabel={
        refund > 0 ? `Cancel and get ${price(refund, currency)} back` : 'Cancel the order'
      }
      cancelLabel="Not now"
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{sentence}</p>
      <p className="muted text-15">
        The refund starts at once. {refundDays} A cancelled order cannot be reopened.
      </p>
    </ConfirmModal>
  );
}
