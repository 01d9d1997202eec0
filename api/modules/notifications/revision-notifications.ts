import type { RevisionDecision, RevisionRequest } from '../orders/events.ts';
import { orderNumber } from '../orders/order-number-rules.ts';
import { notify } from './notify.ts';

export const notifyRevisionRequested = notify(({ order, revision, buyer }: RevisionRequest) => {
  const name = `#${orderNumber(order.id)}`;
  return {
    to: 'owner',
    type: 'revision',
    message: `${buyer.name} requests revision ${revision.number} of ${order.max_revisions} for order ${name}.`,
    orderId: order.id,
    mail: {
      dedupeKey: `revision:${revision.id}:Pending`,
      subject: `Revision requested for order ${name}`,
      heading: 'A revision is requested',
    },
  };
});

const WORDS: Record<RevisionDecision['status'], string> = {
  Approved: 'is approved: the work begins',
  Rejected: 'is rejected',
  Completed: 'is completed',
};

export const notifyRevisionDecided = notify(({ order, revision, status }: RevisionDecision) => {
  const name = `#${orderNumber(order.id)}`;
  return {
    to: order.buyer_id,
    type: 'revision',
    live: 'update_revision_status',
    message: `Your revision request for order ${name} ${WORDS[status]}.`,
    orderId: order.id,
    mail: {
      dedupeKey: `revision:${revision.id}:${status}`,
      subject: `Your revision of order ${name} ${status.toLowerCase()}`,
      heading: `Your revision request ${WORDS[status]}`,
    },
  };
});
