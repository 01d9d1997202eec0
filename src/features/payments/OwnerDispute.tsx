import { useStore } from '@nanostores/react';
import { FileText } from 'lucide-react';
import { useId, useState } from 'react';
import type { OrderDisputeDto } from '../../../api/modules/dispute-evidence/dto.ts';
import type { DisputeDto } from '../../../api/modules/payments/disputes/dto.ts';
import { MAX_SUMMARY_LENGTH, timeLeft } from '../../../api/modules/payments/disputes/rules.ts';
import { adminApi } from '../../admin/requests.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { TextArea } from '../../components/Field.tsx';
import { readJson } from '../../lib/api.ts';
import { dateAndTime, dayAndMonth, price } from '../../lib/format.ts';
import { $busy, updateOrder } from '../orders/owner-orders-store.ts';

/** For example 'Reply to the bank by 28 Nov (6 days left)'; or a text that the bank reviews the answer. */
export function disputeDeadline({ status, respondBy }: Pick<DisputeDto, 'status' | 'respondBy'>) {
  if (status === 'under_review') return 'The bank has your answer';
  const now = new Date();
  const left = Date.parse(respondBy) < now.getTime() ? '' : ' left';
  return `Reply to the bank by ${dayAndMonth(respondBy)} (${timeLeft(respondBy, now)}${left})`;
}

const dispute = adminApi.disputes[':id'];

const prepareEvidence = (orderId: string, id: string) =>
  updateOrder(orderId, () => readJson(dispute.evidence.$post({ param: { id } })));
const saveSummary = (orderId: string, id: string, summary: string) =>
  updateOrder(orderId, () => readJson(dispute.summary.$put({ param: { id }, json: { summary } })));
const submitEvidence = (orderId: string, id: string, summary: string) =>
  updateOrder(orderId, () => readJson(dispute.submit.$post({ param: { id }, json: { summary } })));
const acceptDispute = (orderId: string, id: string) =>
  updateOrder(orderId, () => readJson(dispute.accept.$post({ param: { id } })));

interface Props {
  dispute: OrderDisputeDto;
  orderId: string;
}

const ENDS: Partial<Record<OrderDisputeDto['status'], string>> = {
  won: 'You won: the money stays with you.',
  closed: 'The bank has closed it.',
};

/** A dispute on the page of its order: the bank's question, the deadline, and the evidence. */
export function OwnerDispute({ dispute, orderId }: Props) {
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
          Without an answer the bank takes the money back. We gather the evidence from this order;
          the bank sees nothing until you submit it.
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

interface EvidenceFormProps {
  dispute: OrderDisputeDto;
  orderId: string;
}

/** The owner's summary for the bank, and the buttons that submit or accept; both need two confirmations. */
function EvidenceForm({ dispute, orderId }: EvidenceFormProps) {
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
