import { useStore } from '@nanostores/react';
import { FileText } from 'lucide-react';
import { useId } from 'react';
import type { OrderDisputeDto } from '../../../api/modules/dispute-evidence/dto.ts';
import { Button } from '../../components/Button.tsx';
import { dateAndTime, price } from '../../lib/format.ts';
import { $busy } from '../orders/orders-store.ts';
import { disputeDeadline } from './deadline.ts';
import { prepareEvidence } from './dispute-actions.ts';
import { EvidenceForm } from './EvidenceForm.tsx';

interface Props {
  dispute: OrderDisputeDto;
  orderId: string;
}

const ENDS: Partial<Record<OrderDisputeDto['status'], string>> = {
  won: 'You won: the money stays with you.',
  closed: 'The bank has closed it.',
};

/** A dispute on the page of its order: the bank's question, the deadline, and the evidence. */
export function Dispute({ dispute, orderId }: Props) {
  const id = useId();
  const { amount, lost, currency, status } = dispute;
  return (
    <section className="card card--padded stack dispute" aria-labelledby={id}>
      <h2 id={id}>
        {status === 'open' || status === 'under_review'
          ? `The bank questions ${price(amount, currency)}`
          : `Dispute of ${price(amount, currency)}: ${status}`}
      </h2>
      {status === 'open' || status === 'under_review' ? (
        <p>
          <strong>{disputeDeadline(dispute)}</strong>
        </p>
      ) : (
        <p>
          {ENDS[status] ??
            `The bank has taken ${price(lost, currency)} back. Refund nothing for it.`}
        </p>
      )}
      <p className="text-13">
        {dispute.reason} · {dispute.phase.replace('_', '-')} ·{' '}
        <span className="mono">{dispute._id}</span>
      </p>
      <Documents dispute={dispute} />
      {status === 'open' && <Answer dispute={dispute} orderId={orderId} />}
      {dispute.submittedAt && (
        <p className="text-13">Your answer was submitted on {dateAndTime(dispute.submittedAt)}.</p>
      )}
    </section>
  );
}

function Answer({ dispute, orderId }: Props) {
  const busy = useStore($busy);
  const isPrepared = dispute.documents.length > 0;
  return (
    <>
      {!isPrepared && (
        <p className="muted">
          Without an answer the bank takes the money back. The evidence is drawn from what this
          order holds; nothing is sent to the bank before you submit it.
        </p>
      )}
      <p className="row">
        <Button
          variant={isPrepared ? undefined : 'solid'}
          icon={FileText}
          disabled={busy}
          onClick={() => void prepareEvidence(orderId, dispute._id)}
        >
          {isPrepared ? 'Prepare again' : 'Prepare the evidence'}
        </Button>
      </p>
      {isPrepared && <EvidenceForm dispute={dispute} orderId={orderId} />}
    </>
  );
}

function Documents({ dispute }: Pick<Props, 'dispute'>) {
  if (dispute.documents.length === 0) return null;
  return (
    <ul className="row" aria-label="Evidence">
      {dispute.documents.map(({ _id, title }) => (
        <li key={_id}>
          <a
            className="button button--small"
            href={`/api/v1/desk/disputes/${dispute._id}/documents/${_id}`}
            target="_blank"
            rel="noreferrer noopener"
          >
            <FileText aria-hidden="true" /> {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
