import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { OrderDisputeDto } from '../../../api/modules/dispute-evidence/dto.ts';
import { MAX_SUMMARY_LENGTH } from '../../../api/modules/payments/disputes/limits.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { TextArea } from '../../components/Field.tsx';
import { price } from '../../lib/format.ts';
import { $busy } from '../orders/orders-store.ts';
import { acceptDispute, saveSummary, submitEvidence } from './dispute-actions.ts';

interface Props {
  dispute: OrderDisputeDto;
  orderId: string;
}

/** The owner's summary for the bank, and the buttons that submit or accept; both need two confirmations. */
export function EvidenceForm({ dispute, orderId }: Props) {
  const busy = useStore($busy);
  const [summary, setSummary] = useState(dispute.summary);
  const [asking, setAsking] = useState<'submit' | 'accept' | null>(null);
  const text = summary.trim();
  const error = text === '' ? 'The bank needs a summary.' : undefined;
  const isRefused = Boolean(error) || text.length > MAX_SUMMARY_LENGTH;
  return (
    <>
      <TextArea
        label="Summary for the bank"
        rows={8}
        value={summary}
        aria-invalid={isRefused}
        maxLength={MAX_SUMMARY_LENGTH}
        error={error}
        onChange={(event) => setSummary(event.target.value)}
      />
      <p className="row">
        <Button variant="solid" disabled={busy || isRefused} onClick={() => setAsking('submit')}>
          Submit to the bank…
        </Button>
        <Button
          disabled={busy || isRefused || text === dispute.summary}
          onClick={() => void saveSummary(orderId, dispute._id, text)}
        >
          Save the summary
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => setAsking('accept')}>
          Accept the dispute…
        </Button>
      </p>
      {asking === 'submit' && (
        <ConfirmModal
          title="Submit the evidence?"
          confirmLabel="Submit"
          cancelLabel="Not yet"
          onConfirm={() => void submitEvidence(orderId, dispute._id, text)}
          onClose={() => setAsking(null)}
        >
          <p>
            The bank gets the summary and the documents above. They cannot be changed afterwards.
          </p>
        </ConfirmModal>
      )}
      {asking === 'accept' && (
        <ConfirmModal
          title="Accept the dispute?"
          confirmLabel="Accept the dispute"
          cancelLabel="Not yet"
          danger
          onConfirm={() => void acceptDispute(orderId, dispute._id)}
          onClose={() => setAsking(null)}
        >
          <p>
            The bank returns {price(dispute.amount, dispute.currency)} to the buyer. It cannot be
            undone.
          </p>
        </ConfirmModal>
      )}
    </>
  );
}
