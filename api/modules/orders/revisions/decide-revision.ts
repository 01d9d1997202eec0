import type { Revision } from '../../../../db/schema.ts';
import { transaction } from '../../../../db/transaction.ts';
import { iso } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { emitOrderChanged } from '../../../platform/realtime/realtime.ts';
import type { Services } from '../../../platform/services.ts';
import { findUser } from '../../accounts/queries.ts';
import { createNotification } from '../../notifications/notify.ts';
import { findOrder } from '../queries.ts';
import { shortId, shownStatus } from '../rules.ts';
import { addOrderEvent } from '../timeline.ts';
import { findRevision, reopenDelivered, updateRevisionStatus } from './queries.ts';
import {
  isOpenForRevision,
  orderIsClosed,
  REVISION_TRANSITION_NOT_ALLOWED,
  type RevisionStatus,
  UNKNOWN_REVISION,
} from './rules.ts';

const WORDS = {
  Approved: 'is approved: the work begins',
  Rejected: 'is rejected',
  Completed: 'is completed',
} as const;

/** The owner's word on a request. Approving it takes a delivered order back into work: one event, told once. */
export function decideRevision(
  services: Services,
  id: string,
  status: Exclude<RevisionStatus, 'Pending'>,
): Promise<Revision> {
  return transaction(services, async (tx) => {
    const now = iso(services.clock());
    const revision = await updateRevisionStatus(tx, id, status, now);
    if (!revision) {
      const known = await findRevision(tx, id);
      throw known
        ? new ApiError(409, REVISION_TRANSITION_NOT_ALLOWED)
        : new ApiError(404, UNKNOWN_REVISION);
    }
    await addOrderEvent(tx, revision.order_id, {
      key: `revision:${revision.id}:${status}`,
      kind: 'revision decided',
      data: { number: revision.number, status },
      at: now,
    });
    if (status === 'Approved') {
      const reopened = await reopenDelivered(tx, revision.order_id, now);
      if (reopened) {
        await addOrderEvent(tx, reopened.id, {
          key: `status:${newId()}`,
          kind: 'status',
          data: { status: 'Accepted' },
          at: now,
        });
      }
    }
    const order = await findOrder(tx, revision.order_id);
    // Rejecting and completing stay possible: a closed order must not leave a request open for good.
    const reached = order && shownStatus(order);
    if (status === 'Approved' && reached && !isOpenForRevision(reached)) {
      throw new ApiError(409, orderIsClosed(reached));
    }
    const buyer = order && (await findUser(tx, order.buyer_id));
    if (order) emitOrderChanged(tx, services.realtime, order);
    if (!order || !buyer) return revision;
    const name = `#${shortId(order.id)}`;
    await createNotification(tx, services, {
      to: buyer,
      type: 'revision',
      live: 'update_revision_status',
      message: `Your revision request for order ${name} ${WORDS[status]}.`,
      orderId: order.id,
      mail: {
        dedupeKey: `revision:${revision.id}:${status}`,
        subject: `Your revision of order ${name} ${status.toLowerCase()}`,
        heading: `Your revision request ${WORDS[status]}`,
        action: 'See the order',
        path: `/orders/${order.id}`,
      },
    });
    return revision;
  });
}
