import type { Tx } from '../../../db/transaction.ts';
import type { Services } from '../../platform/services.ts';
import type { RevisionDecision, RevisionRequest } from '../orders/events.ts';
import { shortId } from '../orders/rules.ts';
import { createNotification } from './notify.ts';

export async function notifyRevisionRequested(
  tx: Tx,
  services: Services,
  { order, revision, buyer }: RevisionRequest,
): Promise<void> {
  const name = `#${shortId(order.id)}`;
  await createNotification(tx, services, {
    to: 'owner',
    type: 'revision',
    message: `${buyer.name} requests revision ${revision.number} of ${order.max_revisions} for order ${name}.`,
    orderId: order.id,
    mail: {
      dedupeKey: `revision:${revision.id}:Pending`,
      subject: `Revision requested for order ${name}`,
      heading: 'A revision is requested',
    },
  });
}

const WORDS: Record<RevisionDecision['status'], string> = {
  Approved: 'is approved: the work begins',
  Rejected: 'is rejected',
  Completed: 'is completed',
};

export async function notifyRevisionDecided(
  tx: Tx,
  services: Services,
  { order, revision, status }: RevisionDecision,
): Promise<void> {
  const name = `#${shortId(order.id)}`;
  await createNotification(tx, services, {
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
  });
}
