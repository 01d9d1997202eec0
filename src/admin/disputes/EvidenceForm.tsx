import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import type { OrderDisputeDto } from '../../../api/modules/dispute-evidence/dto.ts';
import { MAX_SUMMARY_LENGTH } from '../../../api/modules/payments/disputes/limits.ts';
import { Button } from '../../components/Button.tsx';
import { Modal } from '../../components/Modal.tsx';
import { rupees } from '../../lib/format.ts';
import { $busy } from '../orders/stores.ts';
import { acceptDispute, saveSummary, submitEvidence } from './stores.ts';

interface Props {
  dispute: OrderDisputeDto;
  orderId: string;
}

/** The owner's summary for the bank, and the buttons that submit or accept; both need two confirmations. */
export function EvidenceForm({ dispute, orderId }: Props) {
  const busy = useStore($busy);
  const id = useId();
  const [summary, setSummary] = useState(dispute.summary);
  const [asking, setAsking] = useState<'submit' | 'accept' | null>(null);
  const text = summary.trim();
  const isPossible = text.length > 0 && text.length <= MAX_SUMMARY_LENGTH;
  return (
    <>
      <div className="field">
        <label htmlFor={id}>Summary for the bank</label>
        <textarea
          id={id}
          rows={8}
          value={summary}
          aria-invalid={!isPossible}
          aria-describedby={`${id}-count`}
          onChange={(event) => setSummary(event.target.value)}
        />
        <p
          className={text.length > MAX_SUMMARY_LENGTH ? 'field__error' : 'field__hint'}
          id={`${id}-count`}
        >
          {text.length} of {MAX_SUMMARY_LENGTH} characters
          {text.length > MAX_SUMMARY_LENGTH && ': please shorten it'}
        </p>
      </div>
      <p className="row">
        <Button variant="solid" disabled={busy || !isPossible} onClick={() => setAsking('submit')}>
          Submit to the bank…
        </Button>
        <Button
          disabled={busy || !isPossible || text === dispute.summary}
          onClick={() => void saveSummary(orderId, dispute._id, text)}
        >
          Save the summary
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => setAsking('accept')}>
          Accept the dispute…
        </Button>
      </p>
      {asking === 'submit' && (
        <Confirm
          title="Submit the evidence?"
          text="The bank gets the summary and the documents above. They cannot be changed afterwards."
          label="Submit"
          close={() => setAsking(null)}
          confirm={() => submitEvidence(orderId, dispute._id, text)}
        />
      )}
      {asking === 'accept' && (
        <Confirm
          title="Accept the dispute?"
          text={`The bank returns ${rupees(dispute.amount)} to the buyer. It cannot be undone.`}
          label="Accept the dispute"
          danger
          close={() => setAsking(null)}
          confirm={() => acceptDispute(orderId, dispute._id)}
        />
      )}
    </>
  );
}

interface ConfirmProps {
  title: string;
  text: string;
  label: string;
  danger?: boolean;
  close: () => void;
  confirm: () => Promise<unknown>;
}

function Confirm({ title, text, label, danger, close, confirm }: ConfirmProps) {
  return (
    <Modal title={title} onClose={close}>
      <div className="stack">
        <p>{text}</p>
        <p className="row">
          <Button
            variant={danger ? 'danger' : 'solid'}
            onClick={(event) => {
              event.currentTarget.closest('dialog')?.close();
              void confirm();
            }}
          >
            {label}
          </Button>
          <Button onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
            Not yet
          </Button>
        </p>
      </div>
    </Modal>
  );
}
