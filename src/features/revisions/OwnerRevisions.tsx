import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { $isAssistant } from '../../admin/permissions.ts';
import { Button } from '../../components/Button.tsx';
import { TextArea } from '../../components/Field.tsx';
import { focusFirstField } from '../../components/focus-first-field.ts';
import { useTextDraft } from '../../lib/form-drafts.ts';
import { timeAgo } from '../../lib/format.ts';
import { useForm } from '../../lib/use-form.ts';
import { SentForm } from '../account/SentForm.tsx';
import { LinkedText } from '../chat/MessageContent.tsx';
import { openChangeDialog } from '../order-changes/change-proposal-store.ts';
import { $busy, decideRevision, draftOf, rejectRevision } from '../orders/owner-orders-store.ts';
import { PinnedTexts } from './PinnedTexts.tsx';
import { RevisionBadge } from './RevisionBadge.tsx';

type Revision = AdminOrderDto['revisions'][number];

const isUnanswered = ({ status, change }: Revision): boolean =>
  status === 'Pending' && change === null;

/** The buyer's revision requests, and the buttons that decide on them. */
export function OwnerRevisions({ order }: { order: AdminOrderDto }) {
  if (order.revisions.length === 0) return null;
  return (
    <section
      className={`card card--padded stack ${order.revisions.some(isUnanswered) ? 'needs-action' : ''}`}
      aria-labelledby="revisions"
    >
      <h2 id="revisions">Revisions</h2>
      <OwnerRevisionList order={order} />
    </section>
  );
}

/** All requests, or only those that wait for an answer. */
export function OwnerRevisionList({
  order,
  isOpen = false,
}: {
  order: AdminOrderDto;
  isOpen?: boolean;
}) {
  const shown = isOpen ? order.revisions.filter(isUnanswered) : order.revisions;
  return (
    <ul className="stack divided">
      {shown.map((revision) => (
        <li key={revision._id} className="stack stack--medium">
          <p className="row">
            <RevisionBadge status={revision.status} change={revision.change} />
            <span className="text-13">{timeAgo(revision.requestedAt)}</span>
          </p>
          <p className="written-text" dir="auto">
            <LinkedText text={revision.revisionDescription} />
          </p>
          <PinnedTexts pins={revision.pins} />
          {!order.act?.undoUntil && <Decision order={order} revision={revision} />}
        </li>
      ))}
    </ul>
  );
}

function Decision({ order, revision }: { order: AdminOrderDto; revision: Revision }) {
  const busy = useStore($busy);
  const isAssistant = useStore($isAssistant);
  const { _id: revisionId, status, revisionDescription: text } = revision;
  const [reason, setReason] = useTextDraft(draftOf('reject revision', order._id));
  const [isRejecting, setRejecting] = useState(reason !== '');
  const form = useForm(() => rejectRevision(order._id, revisionId, reason));
  const cancel = () => {
    setReason('');
    setRejecting(false);
  };
  const decide = (next: 'Approved' | 'Completed') => () =>
    void decideRevision(order._id, revisionId, next);
  if (status === 'Approved')
    return (
      <p className="row">
        <Button small disabled={busy} onClick={decide('Completed')}>
          Mark as done
        </Button>
      </p>
    );
  if (status !== 'Pending') return null;
  if (isRejecting)
    return (
      <SentForm form={form} small variant="danger" label="Reject" cancel={['Cancel', cancel]}>
        <TextArea
          label={`Why? ${order.buyer.name} reads it.`}
          ref={focusFirstField}
          required
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          {...form.field('reason')}
        />
      </SentForm>
    );
  return (
    <p className="row">
      <Button small variant="solid" disabled={busy} onClick={decide('Approved')}>
        Approve
      </Button>
      <Button small disabled={busy} onClick={() => setRejecting(true)}>
        Reject…
      </Button>
      {!isAssistant && (
        <Button
          small
          disabled={busy}
          onClick={() =>
            openChangeDialog({
              ...{ orderId: order._id, currency: order.paymentInfo.currency },
              ...{ revisionId, text },
            })
          }
        >
          Quote as extra…
        </Button>
      )}
    </p>
  );
}
