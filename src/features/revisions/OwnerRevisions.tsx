import { useStore } from '@nanostores/react';
import type { AdminOrderDto } from '../../../api/modules/order-pages/admin-order-dto.ts';
import { $isAssistant } from '../../admin/permissions.ts';
import { Button } from '../../components/Button.tsx';
import { timeAgo } from '../../lib/format.ts';
import { LinkedText } from '../chat/MessageContent.tsx';
import { openChangeDialog } from '../order-changes/change-proposal-store.ts';
import { $busy, decideRevision } from '../orders/owner-orders-store.ts';
import { PinnedTexts } from './PinnedTexts.tsx';
import { RevisionBadge } from './RevisionBadge.tsx';

const LABELS = {
  Approved: 'Approve',
  Rejected: 'Reject',
  Completed: 'Mark as done',
} as const;

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
  const busy = useStore($busy);
  const isAssistant = useStore($isAssistant);
  const shown = isOpen ? order.revisions.filter(isUnanswered) : order.revisions;
  return (
    <ul className="stack divided">
      {shown.map(({ _id, status, change, revisionDescription, requestedAt, pins }) => (
        <li key={_id} className="stack stack--medium">
          <p className="row">
            <RevisionBadge status={status} change={change} />
            <span className="text-13">{timeAgo(requestedAt)}</span>
          </p>
          <p className="written-text" dir="auto">
            <LinkedText text={revisionDescription} />
          </p>
          <PinnedTexts pins={pins} />
          <p className="row">
            {(status === 'Pending'
              ? (['Approved', 'Rejected'] as const)
              : status === 'Approved'
                ? (['Completed'] as const)
                : []
            ).map((next) => (
              <Button
                small
                variant={next === 'Approved' ? 'solid' : undefined}
                key={next}
                disabled={busy}
                onClick={() => void decideRevision(order._id, _id, next)}
              >
                {LABELS[next]}
              </Button>
            ))}
            {status === 'Pending' && !isAssistant && (
              <Button
                small
                disabled={busy}
                onClick={() =>
                  openChangeDialog({
                    orderId: order._id,
                    currency: order.paymentInfo.currency,
                    revisionId: _id,
                    text: revisionDescription,
                  })
                }
              >
                Quote as extra…
              </Button>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
