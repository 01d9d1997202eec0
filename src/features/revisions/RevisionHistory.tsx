import { useStore } from '@nanostores/react';
import { ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import type { RevisionDto } from '../../../api/modules/deliveries/revisions.ts';
import type { BuyerOrderDto } from '../../../api/modules/order-pages/order-document.ts';
import { orderNumber } from '../../../api/modules/orders/order-number-rules.ts';
import { DefinitionList } from '../../components/DefinitionList.tsx';
import { plainDate, timeAgo } from '../../lib/format.ts';
import { LinkedText } from '../chat/MessageContent.tsx';
import { LoadedContent } from '../request-feedback/LoadedContent.tsx';
import { PinnedTexts } from './PinnedTexts.tsx';
import { RevisionBadge } from './RevisionBadge.tsx';
import { $revisions, loadRevisions } from './revisions-store.ts';

/** All requested revisions, newest first. They are fetched again with each change of the order. */
export function RevisionHistory({ order }: { order: BuyerOrderDto }) {
  const loaded = useStore($revisions);
  useEffect(() => void loadRevisions(order._id), [order]);
  return (
    <section className="card card--padded stack" aria-labelledby="revisions-title">
      <h2 id="revisions-title">Revision History</h2>
      <LoadedContent
        loaded={loaded}
        retry={() => loadRevisions(order._id)}
        failedTitle={null}
        skeleton={<p className="muted">Loading…</p>}
      >
        {(revisions) =>
          revisions.length === 0 ? (
            <p className="muted">No revision requests found</p>
          ) : (
            <ul className="stack">
              {revisions.map((each) => (
                <Card key={each._id} revision={each} />
              ))}
            </ul>
          )
        }
      </LoadedContent>
    </section>
  );
}

function Card({ revision }: { revision: RevisionDto }) {
  const [item] = revision.orderId.OrderItems;
  const rows: [string, string][] = [
    ['Request ID', revision._id],
    ['Buyer ID', revision.buyerId._id],
    ['E-mail', revision.buyerId.email],
    ['Requested', plainDate(revision.requestedAt)],
    ['Plan', item?.selectedPlan.planType ?? '—'],
    ['Revisions left', String(revision.revisionsLeft)],
    ['Completed', revision.completedAt ? plainDate(revision.completedAt) : '—'],
  ];
  return (
    <li className="inner-card">
      <header className="row space-between">
        <span className="mono">Order #{orderNumber(revision.orderId._id)}</span>
        <RevisionBadge {...revision} />
        <time className="text-13" dateTime={revision.requestedAt}>
          {timeAgo(revision.requestedAt)}
        </time>
      </header>
      <p className="written-text" dir="auto">
        <LinkedText text={revision.revisionDescription} />
      </p>
      <PinnedTexts pins={revision.pins} />
      <details>
        <summary className="disclosure text-13">
          Details <ChevronDown aria-hidden="true" />
        </summary>
        <DefinitionList rows={rows} />
      </details>
    </li>
  );
}
